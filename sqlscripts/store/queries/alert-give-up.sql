UPDATE alert SET state = 'failed', next_attempt_at = NULL, last_error = @error
WHERE channel = @channel AND state = 'pending' AND created_at < @before
