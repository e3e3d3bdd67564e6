SELECT id, at, node, actor, address, action, subject, detail
FROM server_audit
WHERE id < @before
  AND (CAST(@action AS TEXT) IS NULL OR action = @action)
  AND (CAST(@actor AS TEXT) IS NULL OR lower(actor) LIKE lower(@actor) ESCAPE '\')
ORDER BY id DESC
LIMIT @count
