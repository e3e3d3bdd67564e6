INSERT INTO alert (id, channel, created_at, kind, subject, payload, state, attempts, next_attempt_at)
VALUES (@id, @channel, @created_at, @kind, @subject, @payload, 'pending', 0, @created_at)
ON CONFLICT (id, channel) DO NOTHING
