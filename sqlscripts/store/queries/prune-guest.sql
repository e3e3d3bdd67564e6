DELETE FROM guest
WHERE NOT EXISTS (SELECT 1 FROM guest_measurement WHERE guest_measurement.guest_id = guest.id)
  AND NOT EXISTS (SELECT 1 FROM change WHERE change.guest_id = guest.id)
  AND NOT EXISTS (SELECT 1 FROM watch WHERE watch.guest_id = guest.id)
