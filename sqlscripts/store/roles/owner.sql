-- The schema of a store, for the account that makes and changes its tables. As a superuser or the owner of the database, once:
--   psql -d timerprobe -v schema=timerprobe -v role=timerprobe_owner -f owner.sql
-- Then, as that account: timerprobe store migrate --store postgres://timerprobe_owner@HOST/timerprobe
CREATE SCHEMA IF NOT EXISTS :"schema" AUTHORIZATION :"role";
GRANT USAGE, CREATE ON SCHEMA :"schema" TO :"role";
