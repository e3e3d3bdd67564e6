SELECT id, document_id, chunks FROM run WHERE id > @id ORDER BY id LIMIT @most
