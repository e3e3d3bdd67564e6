DELETE FROM alert WHERE state <> 'pending' AND COALESCE(acknowledged_at, delivered_at, created_at) < @cutoff
