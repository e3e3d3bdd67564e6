-- An account that reads: history, report --from. As the owner, after timerprobe store migrate:
--   psql -d timerprobe -v schema=timerprobe -v role=timerprobe_reader -f reader.sql
GRANT USAGE ON SCHEMA :"schema" TO :"role";
GRANT SELECT ON ALL TABLES IN SCHEMA :"schema" TO :"role";
-- What lets people in at a server.
REVOKE ALL ON :"schema".server_token, :"schema".server_key, :"schema".server_audit FROM :"role";
-- Tables that the owner makes later are included.
ALTER DEFAULT PRIVILEGES IN SCHEMA :"schema" GRANT SELECT ON TABLES TO :"role";
