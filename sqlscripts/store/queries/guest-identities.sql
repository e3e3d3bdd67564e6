SELECT identity, id FROM guest
