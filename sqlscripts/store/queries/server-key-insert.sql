INSERT INTO server_key (id, content, created_at) VALUES (@id, @content, @created_at) ON CONFLICT (id) DO NOTHING
