INSERT INTO change (id, run_id, at, is_exact, kind, vcenter_id, cluster, machine_id, guest_id, host_id, from_host_id, what, earlier, later)
VALUES (@id, @run_id, @at, @is_exact, @kind, @vcenter_id, @cluster, @machine_id, @guest_id, @host_id, @from_host_id, @what, @earlier, @later)
