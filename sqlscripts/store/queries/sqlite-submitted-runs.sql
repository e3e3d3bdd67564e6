SELECT document_id, id FROM run WHERE document_id IN (SELECT value FROM json_each(@document_ids))
