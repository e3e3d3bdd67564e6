SELECT COUNT(*) FROM pg_tables WHERE schemaname = @schema AND tablename = 'schema_script'
