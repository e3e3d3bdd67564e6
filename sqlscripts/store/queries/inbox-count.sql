SELECT COUNT(*) FROM inbox WHERE COALESCE(refused, '') = ''
