INSERT INTO inbox_taken (document_id, taken_at) VALUES (@document_id, @now) ON CONFLICT DO NOTHING
