-- Runs go in the order in which they were saved: none that was saved after one that stays, however old its clock made it. Where such ones
-- were saved in between, the newest that is old stays as well, and so do they until one that was saved after them is old.
WITH kept(id) AS (SELECT MIN(+id) FROM run WHERE started_at BETWEEN @cutoff AND @now),
     newest(id) AS (SELECT id FROM run WHERE started_at < @cutoff AND id < (SELECT id FROM kept) ORDER BY started_at DESC LIMIT 1)
SELECT CASE WHEN EXISTS (SELECT 1 FROM run WHERE id > (SELECT id FROM newest) AND id < (SELECT id FROM kept))
            THEN (SELECT id FROM newest) ELSE (SELECT id FROM kept) END
