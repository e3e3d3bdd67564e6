SELECT guest.id, measured.run_id, run.document_id, guest.name, guest.smbios_uuid, measured.at, measured.state, measured.cause, measured.median_ns, measured.virtual_tsc_hz
FROM (SELECT guest_id, MAX(at) AS at FROM guest_measurement WHERE run_id > @after AND at <= @latest GROUP BY guest_id) AS newest
JOIN guest_measurement AS measured ON measured.guest_id = newest.guest_id AND measured.at = newest.at
JOIN guest ON guest.id = measured.guest_id
JOIN run ON run.id = measured.run_id
ORDER BY guest.id
