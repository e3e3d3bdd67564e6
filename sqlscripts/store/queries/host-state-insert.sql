INSERT INTO host_state (host_id, since, hz, cluster, cpu_model, version, power_policy, connection_state, in_maintenance_mode, boot_time)
VALUES (@host_id, @since, @hz, @cluster, @cpu_model, @version, @power_policy, @connection_state, @in_maintenance_mode, @boot_time)
