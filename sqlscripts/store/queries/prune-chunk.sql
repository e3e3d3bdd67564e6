DELETE FROM chunk WHERE id = @id
