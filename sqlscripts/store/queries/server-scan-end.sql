UPDATE server_scan SET ended_at = @now, result = @result, document_id = @document_id, problem = @problem
WHERE server = @server AND node = @node AND started_at = @started_at
