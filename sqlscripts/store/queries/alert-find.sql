SELECT DISTINCT id FROM alert WHERE substr(id, 1, length(@prefix)) = @prefix ORDER BY id LIMIT 2
