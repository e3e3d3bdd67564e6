SELECT id FROM chunk WHERE sha256 = @sha256
