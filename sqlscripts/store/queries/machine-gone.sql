UPDATE machine SET gone_at = @at WHERE id = @id
