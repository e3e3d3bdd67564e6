SELECT id, sha256 FROM chunk WHERE id BETWEEN @first AND @last
