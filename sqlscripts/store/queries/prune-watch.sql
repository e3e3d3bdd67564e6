DELETE FROM watch WHERE heard_at < @cutoff
