SELECT id, document_id, kind, document FROM inbox WHERE COALESCE(refused, '') = '' ORDER BY id LIMIT 1
