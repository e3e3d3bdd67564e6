-- The guests of these identities, each with its newest measurement that has a verdict.
SELECT guest.identity, guest.id, measured.guest_id IS NOT NULL,
       measured.at, measured.source, measured.state, measured.cause, measured.median_ns, measured.low_ns, measured.high_ns, measured.host_hz, measured.virtual_tsc_hz
FROM guest
LEFT JOIN guest_measurement AS measured ON measured.guest_id = guest.id AND measured.at = (
    SELECT MAX(at) FROM guest_measurement AS verdict WHERE verdict.guest_id = guest.id AND verdict.at <= @latest AND verdict.state <> 'unclear')
WHERE guest.identity IN (SELECT value FROM json_each(@identities))
