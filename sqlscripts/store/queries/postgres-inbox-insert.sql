-- A row that is being taken in is still seen: nobody's transaction is waited for.
INSERT INTO inbox (document_id, kind, submitted_by, submitted_at, document)
SELECT @document_id, @kind, @submitted_by, clock_timestamp(), @document
WHERE NOT EXISTS (SELECT 1 FROM inbox WHERE document_id = @document_id)
  AND NOT EXISTS (SELECT 1 FROM run WHERE document_id = @document_id)
  AND NOT EXISTS (SELECT 1 FROM inbox_taken WHERE document_id = @document_id)
ON CONFLICT DO NOTHING
