-- An account that saves scans and everything else. It changes no table. As the owner, after timerprobe store migrate:
--   psql -d timerprobe -v schema=timerprobe -v role=timerprobe_scanner -f scanner.sql
GRANT USAGE ON SCHEMA :"schema" TO :"role";
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA :"schema" TO :"role";
REVOKE INSERT, UPDATE, DELETE ON :"schema".schema_script FROM :"role";
-- What lets people in at a server.
REVOKE ALL ON :"schema".server_token, :"schema".server_key, :"schema".server_audit FROM :"role";
-- Tables that the owner makes later are included.
ALTER DEFAULT PRIVILEGES IN SCHEMA :"schema" GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO :"role";
