-- The account of a server's nodes: what a scanner may, and what lets people in. It changes no table. As the owner, after timerprobe-server migrate:
--   psql -d timerprobe -v schema=timerprobe -v role=timerprobe_server -f server.sql
GRANT USAGE ON SCHEMA :"schema" TO :"role";
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA :"schema" TO :"role";
REVOKE INSERT, UPDATE, DELETE ON :"schema".schema_script FROM :"role";
-- Tables that the owner makes later are included.
ALTER DEFAULT PRIVILEGES IN SCHEMA :"schema" GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO :"role";
