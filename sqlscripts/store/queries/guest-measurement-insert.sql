INSERT INTO guest_measurement (guest_id, at, source, run_id, state, cause, median_ns, low_ns, high_ns, host_hz, virtual_tsc_hz)
VALUES (@guest_id, @at, @source, @run_id, @state, @cause, @median_ns, @low_ns, @high_ns, @host_hz, @virtual_tsc_hz)
ON CONFLICT (guest_id, at) DO NOTHING
