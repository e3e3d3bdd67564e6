SELECT state, COUNT(*) FROM watch GROUP BY state
