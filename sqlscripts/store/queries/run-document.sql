SELECT chunks, length FROM run WHERE document_id = @document_id
