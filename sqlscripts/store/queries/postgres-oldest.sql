SELECT (to_jsonb(schema_script) ->> 'oldest')::bigint FROM schema_script ORDER BY number DESC LIMIT 1
