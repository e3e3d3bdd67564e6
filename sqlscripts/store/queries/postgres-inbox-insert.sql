-- A row that is being taken in is still seen: nobody's transaction is waited for. What a watch found has an empty text: programs before form 5
-- take it for refused and leave it alone. Rows go in by their ids, or two nodes that were given the same could each wait for the other.
INSERT INTO inbox (document_id, kind, submitted_by, submitted_at, document, refused)
SELECT new.document_id, new.kind, new.submitted_by, clock_timestamp(), new.document, CASE new.kind WHEN 'watch' THEN '' END
FROM unnest(@document_ids, @kinds, @submitters, @documents) WITH ORDINALITY AS new (document_id, kind, submitted_by, document, place)
WHERE NOT EXISTS (SELECT 1 FROM inbox WHERE inbox.document_id = new.document_id)
  AND NOT EXISTS (SELECT 1 FROM run WHERE run.document_id = new.document_id)
  AND NOT EXISTS (SELECT 1 FROM inbox_taken WHERE inbox_taken.document_id = new.document_id)
ORDER BY new.place
ON CONFLICT DO NOTHING
RETURNING document_id
