SELECT id, document_id, kind, started_at, subject, state, cause, critical, warning, info FROM run WHERE document_id = @document_id
