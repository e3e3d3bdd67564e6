SELECT COUNT(*)
FROM pg_class AS item
JOIN pg_namespace AS place ON place.oid = item.relnamespace
WHERE place.nspname = @schema AND item.relname::text = ANY (string_to_array(@names, ','))
  AND (item.relkind NOT IN ('r', 'p') OR EXISTS (SELECT 1 FROM pg_trigger WHERE tgrelid = item.oid AND NOT tgisinternal)
       OR EXISTS (SELECT 1 FROM pg_rewrite WHERE ev_class = item.oid))
