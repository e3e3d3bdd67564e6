INSERT INTO sql_run (run_id, server, version, is_profiled, clock_call_ns) VALUES (@run_id, @server, @version, @is_profiled, @clock_call_ns)
