SELECT document, sha256 FROM run WHERE document_id = @document_id AND document IS NOT NULL
