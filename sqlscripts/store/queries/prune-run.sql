DELETE FROM run WHERE started_at < @cutoff AND id < @first_kept
