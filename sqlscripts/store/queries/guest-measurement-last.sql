SELECT at, source, state, cause, median_ns, low_ns, high_ns, host_hz, virtual_tsc_hz
FROM guest_measurement WHERE guest_id = @guest_id AND at <= @latest AND state <> 'unclear' ORDER BY at DESC LIMIT 1
