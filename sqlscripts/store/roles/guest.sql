-- An account that hands in its own checks and runs of sql, and can neither read nor change anything. As the owner, after timerprobe store migrate:
--   psql -d timerprobe -v schema=timerprobe -v role=timerprobe_db01 -v machine=DB01 -v uuid= -f guest.sql
-- With a machine, the account hands in documents of that machine only, by its name and its SMBIOS UUID: the one given here, else that of its first document.
-- For a machine that got another UUID, or a UUID by which the store knows a machine of another name, run it again with that UUID.
-- An empty machine is for an account that several machines share.
REVOKE ALL ON ALL TABLES IN SCHEMA :"schema" FROM :"role";
GRANT USAGE ON SCHEMA :"schema" TO :"role";
GRANT EXECUTE ON FUNCTION :"schema".submit_document(text, text, bytea) TO :"role";
DELETE FROM :"schema".inbox_machine WHERE account = :'role';
INSERT INTO :"schema".inbox_machine (account, machine, smbios_uuid)
SELECT :'role', :'machine', NULLIF(:'uuid', '') WHERE :'machine' <> '';
