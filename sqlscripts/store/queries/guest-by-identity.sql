SELECT id FROM guest WHERE identity = @identity
