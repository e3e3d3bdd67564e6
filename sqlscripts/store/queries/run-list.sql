SELECT id, document_id, kind, started_at, subject, state, cause, critical, warning, info
FROM run
WHERE document IS NOT NULL
  AND started_at >= @from AND started_at < @to
  AND (CAST(@kind AS TEXT) IS NULL OR kind = @kind)
  AND (CAST(@subject AS TEXT) IS NULL OR lower(subject) = lower(@subject))
ORDER BY started_at DESC, id DESC
LIMIT @most
