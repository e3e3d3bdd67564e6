-- Programs that know form 2 work with it, and this one works without it.

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
