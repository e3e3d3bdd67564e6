SELECT node, seen_at FROM inbox_claim WHERE id = 1
