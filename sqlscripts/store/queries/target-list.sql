SELECT server, failures, last_tried_at, last_success_at, problem FROM target_health ORDER BY server
