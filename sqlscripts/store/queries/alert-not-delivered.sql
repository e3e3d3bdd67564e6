UPDATE alert SET state = @state, next_attempt_at = @next, last_error = @error
WHERE id = @id AND channel = @channel AND state = 'pending'
