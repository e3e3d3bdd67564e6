SELECT COALESCE((SELECT has_table_privilege(oid, 'INSERT') FROM pg_class WHERE relnamespace = place.oid AND relname = 'run'), false),
       COALESCE((SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE relnamespace = place.oid AND relname = 'schema_script'), false),
       COALESCE((SELECT pg_get_userbyid(relowner) FROM pg_class WHERE relnamespace = place.oid AND relname = 'schema_script'), '?')::text,
       current_user::text
FROM pg_namespace AS place WHERE place.nspname = @schema
