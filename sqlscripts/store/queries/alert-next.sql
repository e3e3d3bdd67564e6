SELECT MIN(next_attempt_at) FROM alert WHERE channel = @channel
