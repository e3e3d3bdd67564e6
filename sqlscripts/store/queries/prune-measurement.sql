DELETE FROM guest_measurement WHERE at < @cutoff
