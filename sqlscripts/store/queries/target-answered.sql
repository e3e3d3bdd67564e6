INSERT INTO target_health (server, failures, last_tried_at, last_success_at, problem) VALUES (@server, 0, @at, @at, @problem)
ON CONFLICT (server) DO UPDATE
SET failures = 0, last_tried_at = excluded.last_tried_at, last_success_at = excluded.last_success_at, problem = excluded.problem
WHERE excluded.last_tried_at >= target_health.last_tried_at
