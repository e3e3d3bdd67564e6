INSERT INTO sql_figure (run_id, workload, argument, iterations, median_seconds, ns_per_iteration)
VALUES (@run_id, @workload, @argument, @iterations, @median_seconds, @ns_per_iteration)
