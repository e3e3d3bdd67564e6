INSERT INTO host_state (host_id, since, cluster, state) VALUES (@id, @at, @cluster, @state)
