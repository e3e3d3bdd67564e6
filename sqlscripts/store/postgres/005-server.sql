-- Programs that know form 2 work with it, and this one works without it.

-- The node that takes in what waits in the inbox. One that was not seen for a while has lost its claim.
CREATE TABLE inbox_claim (
    id bigint PRIMARY KEY,
    node text NOT NULL,
    token text NOT NULL,
    seen_at bigint NOT NULL
);

-- What a watch found leaves no run: that it was taken in is remembered here for a while.
CREATE TABLE inbox_taken (
    document_id text PRIMARY KEY,
    taken_at bigint NOT NULL
);
CREATE INDEX inbox_taken_at ON inbox_taken (taken_at);

-- What is told apart by a token: only its hash is kept.
CREATE TABLE server_token (
    id text PRIMARY KEY,
    name text NOT NULL,
    hash bytea NOT NULL,
    scopes text NOT NULL,
    machine text,
    smbios_uuid text,
    created_at bigint NOT NULL,
    created_by text NOT NULL,
    expires_at bigint,
    revoked_at bigint,
    last_used_at bigint
);

-- The keys that protect cookies: every node reads those of the others.
CREATE TABLE server_key (
    id text PRIMARY KEY,
    content text NOT NULL,
    created_at bigint NOT NULL
);

CREATE TABLE server_audit (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at bigint NOT NULL,
    node text NOT NULL,
    actor text NOT NULL,
    address text,
    action text NOT NULL,
    subject text,
    detail text
);

-- A node that was not seen for long is gone.
CREATE TABLE server_node (
    name text PRIMARY KEY,
    program text NOT NULL,
    started_at bigint NOT NULL,
    seen_at bigint NOT NULL,
    clock_apart_ms double precision NOT NULL,
    state text NOT NULL
);

-- The last scan of each vCenter that a schedule started.
CREATE TABLE server_scan (
    server text PRIMARY KEY,
    node text NOT NULL,
    started_at bigint NOT NULL,
    ended_at bigint,
    result text,
    document_id text,
    problem text
);

-- Accounts that were given every table to come, as readers and scanners are, do not get these: what lets people in is the server's alone (roles/server.sql).
DO $revoke$
DECLARE
    account text;
BEGIN
    FOR account IN
        SELECT DISTINCT grantee FROM information_schema.role_table_grants
        WHERE table_schema = current_schema() AND table_name IN ('server_token', 'server_key', 'server_audit') AND grantee <> current_user
    LOOP
        EXECUTE format('REVOKE ALL ON server_token, server_key, server_audit FROM %I', account);
    END LOOP;
END $revoke$;
