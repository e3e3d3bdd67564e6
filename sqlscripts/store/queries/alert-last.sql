SELECT payload FROM alert WHERE channel = @channel AND created_at <= @latest ORDER BY created_at DESC, id LIMIT 1
