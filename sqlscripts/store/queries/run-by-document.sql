SELECT id FROM run WHERE document_id = @document_id
