SELECT run.started_at, run.state FROM sql_run JOIN run ON run.id = sql_run.run_id
WHERE lower(sql_run.server) = lower(@server) AND run.id <> @run_id AND run.started_at <= @now AND run.state <> 'unclear' ORDER BY run.started_at DESC LIMIT 1
