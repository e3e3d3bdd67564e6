DELETE FROM alert WHERE state = 'acknowledged' AND acknowledged_at < @cutoff
