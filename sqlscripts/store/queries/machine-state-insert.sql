INSERT INTO machine_state (machine_id, since, power_state, boot_time, cluster, host_moref, host, host_hz, home_host, home_hz,
                           home_source, home_since, placement, reverted_at, verdict, cause, settings,
                           home_certainty)
VALUES (@machine_id, @since, @power_state, @boot_time, @cluster, @host_moref, @host, @host_hz, @home_host, @home_hz,
        @home_source, @home_since, @placement, @reverted_at, @verdict, @cause, @settings,
        @home_certainty)
