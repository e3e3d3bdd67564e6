DELETE FROM inbox WHERE id = @id
