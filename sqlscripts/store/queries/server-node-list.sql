SELECT name, program, started_at, seen_at, clock_apart_ms, state FROM server_node ORDER BY name
