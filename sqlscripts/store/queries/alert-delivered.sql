UPDATE alert SET state = 'delivered', delivered_at = @now, next_attempt_at = NULL, last_error = NULL
WHERE id = @id AND channel = @channel AND state <> 'acknowledged'
