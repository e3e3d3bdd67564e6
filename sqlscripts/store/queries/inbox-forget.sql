DELETE FROM inbox_taken WHERE taken_at < @before
