SELECT id FROM inbox WHERE COALESCE(refused, '') = '' ORDER BY id LIMIT 1
