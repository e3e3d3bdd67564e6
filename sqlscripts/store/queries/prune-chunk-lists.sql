SELECT started_at < @cutoff, chunks FROM run
