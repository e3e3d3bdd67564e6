INSERT INTO server_node (name, program, started_at, seen_at, clock_apart_ms, last_step, state)
VALUES (@name, @program, @now, @now, @clock_apart_ms, CAST(@last_step AS TEXT), @state)
ON CONFLICT (name) DO UPDATE
SET program = excluded.program, seen_at = excluded.seen_at, clock_apart_ms = excluded.clock_apart_ms, last_step = excluded.last_step,
    state = excluded.state,
    started_at = CASE WHEN @is_new THEN excluded.started_at ELSE server_node.started_at END
