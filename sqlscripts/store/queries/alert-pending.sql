SELECT COUNT(*), MIN(created_at) FROM alert WHERE state = 'pending'
