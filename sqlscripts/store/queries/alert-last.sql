SELECT payload FROM alert WHERE channel = @channel ORDER BY created_at DESC, id LIMIT 1
