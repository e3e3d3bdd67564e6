UPDATE server_token SET revoked_at = @now WHERE id = @id AND revoked_at IS NULL
