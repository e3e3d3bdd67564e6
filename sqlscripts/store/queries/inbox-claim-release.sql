DELETE FROM inbox_claim WHERE token = @token
