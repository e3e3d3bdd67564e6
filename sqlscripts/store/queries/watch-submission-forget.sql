DELETE FROM watch_submission WHERE at < @before
