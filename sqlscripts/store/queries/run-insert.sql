INSERT INTO run (id, document_id, kind, document_schema, started_at, subject, subject_uuid, state, cause, critical, warning, info, sha256, document)
VALUES (@id, @document_id, @kind, @document_schema, @started_at, @subject, @subject_uuid, @state, @cause, @critical, @warning, @info, @sha256, @document)
