INSERT INTO alert (id, channel, created_at, kind, subject, payload, state, attempts, next_attempt_at)
VALUES (@id, @channel, @created_at, @kind, @subject, @payload, 'pending', 0, @due)
ON CONFLICT (id, channel) DO NOTHING
