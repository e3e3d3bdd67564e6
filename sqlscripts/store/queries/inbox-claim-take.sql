INSERT INTO inbox_claim (id, node, token, seen_at) VALUES (1, @node, @token, @now)
ON CONFLICT (id) DO UPDATE SET node = excluded.node, token = excluded.token, seen_at = excluded.seen_at
WHERE inbox_claim.seen_at NOT BETWEEN @since AND @until OR inbox_claim.node = @own
