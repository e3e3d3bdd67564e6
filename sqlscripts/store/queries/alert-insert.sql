INSERT INTO alert (id, channel, created_at, kind, subject, payload, state, attempts, next_attempt_at, last_error)
VALUES (@id, @channel, @created_at, @kind, @subject, @payload, @state, 0, @due, @error)
ON CONFLICT (id, channel) DO NOTHING
