-- The scan that was saved last among those that are so old, not the newest of them: one whose clock was ahead is newer than it was.
SELECT COALESCE(
    (SELECT started_at FROM run WHERE id = (
        SELECT MAX(+id) FROM run WHERE kind = 'scan' AND document IS NOT NULL AND started_at <= @before)),
    (SELECT MAX(started_at) FROM run WHERE started_at <= @before))
