SELECT id, sha256, length, data FROM chunk WHERE id BETWEEN @first AND @last ORDER BY id
