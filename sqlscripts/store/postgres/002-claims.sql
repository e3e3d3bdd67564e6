-- A scan claims each vCenter by a lock of its session; its token in the row tells, when it saves, whether another has claimed it since.
ALTER TABLE scan_lock ADD COLUMN token text;
