SELECT content FROM server_key ORDER BY created_at, id
