DELETE FROM host_state WHERE until < @cutoff
