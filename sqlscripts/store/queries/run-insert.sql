INSERT INTO run (id, document_id, kind, document_schema, started_at, subject, subject_uuid, state, cause, critical, warning, info, length, chunks)
VALUES (@id, @document_id, @kind, @document_schema, @started_at, @subject, @subject_uuid, @state, @cause, @critical, @warning, @info, @length, @chunks)
