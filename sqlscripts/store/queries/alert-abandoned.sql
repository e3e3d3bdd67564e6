SELECT DISTINCT channel FROM alert WHERE state = 'pending' AND created_at < @before ORDER BY channel
