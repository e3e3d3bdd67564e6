SELECT document_id, id FROM run WHERE document_id IN (SELECT jsonb_array_elements_text(@document_ids::jsonb))
