SELECT watch.guest_id, guest.name, watch.heard_at
FROM watch
JOIN guest ON guest.id = watch.guest_id
WHERE watch.state = 'watching' AND watch.heard_at <= @before
ORDER BY watch.heard_at, watch.guest_id
