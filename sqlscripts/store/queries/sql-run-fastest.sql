SELECT run.document, run.sha256
FROM sql_run
JOIN run ON run.id = sql_run.run_id
JOIN sql_figure ON sql_figure.run_id = sql_run.run_id AND sql_figure.workload = 'primality'
WHERE lower(sql_run.server) = lower(@server) AND NOT sql_run.is_profiled AND run.document IS NOT NULL
ORDER BY sql_figure.ns_per_iteration
LIMIT @most
