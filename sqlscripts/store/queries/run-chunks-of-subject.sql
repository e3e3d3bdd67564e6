SELECT chunks FROM run WHERE kind = @kind AND subject = @subject ORDER BY started_at DESC LIMIT 1
