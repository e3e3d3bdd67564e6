UPDATE host SET gone_at = @at WHERE id = @id
