SELECT submit_document(@document_id, @kind, @document)
