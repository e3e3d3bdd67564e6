UPDATE inbox_claim SET seen_at = @now WHERE token = @token
