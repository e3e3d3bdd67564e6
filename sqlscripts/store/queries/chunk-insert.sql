INSERT INTO chunk (id, sha256, length, data) VALUES (@id, @sha256, @length, @data)
