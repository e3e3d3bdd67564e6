UPDATE watch SET state = 'silent' WHERE guest_id = @guest_id
