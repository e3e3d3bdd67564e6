-- No index holds those that were set aside: they are all but those that wait.
SELECT waiting, (SELECT CAST(EXTRACT(EPOCH FROM submitted_at) * 1000 AS bigint) FROM inbox WHERE COALESCE(refused, '') = '' ORDER BY id LIMIT 1), present - waiting
FROM (SELECT (SELECT COUNT(*) FROM inbox WHERE COALESCE(refused, '') = '') AS waiting, (SELECT COUNT(*) FROM inbox) AS present) AS counted
