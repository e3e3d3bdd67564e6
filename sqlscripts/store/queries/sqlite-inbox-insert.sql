INSERT INTO inbox (document_id, kind, submitted_by, submitted_at, document, refused)
SELECT @document_id, @kind, @submitted_by, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER), @document, CASE @kind WHEN 'watch' THEN '' END
WHERE NOT EXISTS (SELECT 1 FROM inbox WHERE document_id = @document_id)
  AND NOT EXISTS (SELECT 1 FROM run WHERE document_id = @document_id)
  AND NOT EXISTS (SELECT 1 FROM inbox_taken WHERE document_id = @document_id)
ON CONFLICT DO NOTHING
