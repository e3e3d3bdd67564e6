DELETE FROM change WHERE at < @cutoff
