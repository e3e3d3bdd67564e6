DELETE FROM machine_state WHERE until < @cutoff
