SELECT document_id, state FROM watch WHERE guest_id = @guest_id
