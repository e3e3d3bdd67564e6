SELECT id FROM chunk
