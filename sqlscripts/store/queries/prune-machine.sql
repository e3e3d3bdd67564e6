DELETE FROM machine
WHERE gone_at < @cutoff
  AND NOT EXISTS (SELECT 1 FROM machine_state WHERE machine_state.machine_id = machine.id)
  AND NOT EXISTS (SELECT 1 FROM change WHERE change.machine_id = machine.id)
