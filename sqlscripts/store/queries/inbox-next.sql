SELECT id, document_id, kind, document FROM inbox WHERE refused IS NULL ORDER BY id LIMIT 1
