INSERT INTO machine_state (machine_id, since, cluster, home_hz, reverted_at, state)
VALUES (@id, @at, @cluster, @home_hz, @reverted_at, @state)
