SELECT name, program, started_at, seen_at, clock_apart_ms, last_step, state FROM server_node ORDER BY name
