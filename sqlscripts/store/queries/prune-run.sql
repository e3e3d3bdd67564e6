DELETE FROM run WHERE started_at < @cutoff
