DELETE FROM server_token WHERE created_by = @created_by AND expires_at < @now
