SELECT COUNT(*) FROM change WHERE guest_id = @guest_id AND kind = @kind AND at = @at
