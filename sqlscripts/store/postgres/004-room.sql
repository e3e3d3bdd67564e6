-- Programs that know form 2 work with it, and this one works without it.

-- The run of a subject that shares most with the next one.
CREATE INDEX run_by_subject ON run (kind, subject, started_at);

-- What goes first of the alerts that are done with.
CREATE INDEX alert_by_end ON alert (COALESCE(acknowledged_at, delivered_at, created_at)) WHERE state <> 'pending';
