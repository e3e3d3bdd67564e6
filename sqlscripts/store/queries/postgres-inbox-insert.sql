-- A row that is being taken in is still seen: nobody's transaction is waited for. What a watch found has an empty text: programs before form 5
-- take it for refused and leave it alone.
INSERT INTO inbox (document_id, kind, submitted_by, submitted_at, document, refused)
SELECT @document_id, @kind, @submitted_by, clock_timestamp(), @document, CASE @kind WHEN 'watch' THEN '' END
WHERE NOT EXISTS (SELECT 1 FROM inbox WHERE document_id = @document_id)
  AND NOT EXISTS (SELECT 1 FROM run WHERE document_id = @document_id)
  AND NOT EXISTS (SELECT 1 FROM inbox_taken WHERE document_id = @document_id)
ON CONFLICT DO NOTHING
