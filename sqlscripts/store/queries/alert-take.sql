UPDATE alert SET attempts = attempts + 1, next_attempt_at = @next WHERE id = @id AND channel = @channel
