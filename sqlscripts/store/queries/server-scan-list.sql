SELECT server, node, started_at, ended_at, result, document_id, problem FROM server_scan ORDER BY server
