UPDATE host SET name = @name, gone_at = NULL WHERE id = @id
