UPDATE alert SET state = 'acknowledged', acknowledged_at = @now, next_attempt_at = NULL WHERE id = @id AND state <> 'acknowledged'
