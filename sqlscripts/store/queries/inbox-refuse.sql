UPDATE inbox SET refused = @refused WHERE id = @id
