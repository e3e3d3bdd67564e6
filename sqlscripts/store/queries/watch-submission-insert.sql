INSERT INTO watch_submission (document_id, at) VALUES (@document_id, @at) ON CONFLICT DO NOTHING
