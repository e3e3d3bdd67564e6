INSERT INTO target_health (server, failures, last_tried_at, problem) VALUES (@server, 1, @at, @problem)
ON CONFLICT (server) DO UPDATE
SET failures = target_health.failures + 1, last_tried_at = excluded.last_tried_at, problem = excluded.problem
WHERE excluded.last_tried_at >= target_health.last_tried_at
