INSERT INTO server_scan (server, node, started_at) VALUES (@server, @node, @now)
ON CONFLICT (server) DO UPDATE
SET node = excluded.node, started_at = excluded.started_at, ended_at = NULL, result = NULL, document_id = NULL, problem = NULL
