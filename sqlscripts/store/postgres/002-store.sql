-- Times are milliseconds since 1970-01-01 UTC. A row of a state holds from its since until its until; null means still; what it says
-- is JSON, and beside it stands what queries ask by.

-- A document is JSON compressed by Brotli, sha256 that of the JSON. It is null once the day has a later one and the week is over.
CREATE TABLE run (
    id bigint PRIMARY KEY,
    document_id text NOT NULL UNIQUE,
    kind text NOT NULL,
    document_schema text NOT NULL,
    started_at bigint NOT NULL,
    subject text NOT NULL,
    subject_uuid text,
    state text NOT NULL,
    cause text,
    critical bigint NOT NULL,
    warning bigint NOT NULL,
    info bigint NOT NULL,
    sha256 bytea NOT NULL,
    document bytea
);
CREATE INDEX run_by_time ON run (started_at);
CREATE INDEX run_by_subject ON run (kind, subject, started_at) WHERE document IS NOT NULL;

CREATE TABLE vcenter (
    id bigint PRIMARY KEY,
    identity text NOT NULL UNIQUE,
    server text NOT NULL,
    version text,
    last_scan_at bigint,
    last_full_scan_at bigint
);

CREATE TABLE vcenter_scan (
    vcenter_id bigint NOT NULL REFERENCES vcenter (id),
    at bigint NOT NULL,
    run_id bigint NOT NULL REFERENCES run (id),
    is_full boolean NOT NULL,
    hosts bigint NOT NULL,
    home bigint NOT NULL,
    away bigint NOT NULL,
    unknown bigint NOT NULL,
    off bigint NOT NULL,
    PRIMARY KEY (vcenter_id, at)
);
CREATE INDEX vcenter_scan_by_run ON vcenter_scan (run_id);

CREATE TABLE host (
    id bigint PRIMARY KEY,
    vcenter_id bigint NOT NULL REFERENCES vcenter (id),
    moref text NOT NULL,
    name text NOT NULL,
    first_seen_at bigint NOT NULL,
    gone_at bigint,
    UNIQUE (vcenter_id, moref)
);
CREATE INDEX host_by_name ON host (lower(name));

CREATE TABLE host_state (
    host_id bigint NOT NULL REFERENCES host (id),
    since bigint NOT NULL,
    until bigint,
    cluster text,
    state text NOT NULL,
    PRIMARY KEY (host_id, since)
);
CREATE UNIQUE INDEX host_state_now ON host_state (host_id) WHERE until IS NULL;
CREATE INDEX host_state_by_end ON host_state (until) WHERE until IS NOT NULL;

CREATE TABLE machine (
    id bigint PRIMARY KEY,
    vcenter_id bigint NOT NULL REFERENCES vcenter (id),
    moref text NOT NULL,
    name text NOT NULL,
    bios_uuid text,
    guest_host_name text,
    first_seen_at bigint NOT NULL,
    gone_at bigint,
    UNIQUE (vcenter_id, moref)
);
CREATE INDEX machine_by_moref ON machine (moref);
CREATE INDEX machine_by_name ON machine (lower(name));
CREATE INDEX machine_by_guest_host_name ON machine (lower(guest_host_name));
CREATE INDEX machine_by_bios_uuid ON machine (bios_uuid) WHERE bios_uuid IS NOT NULL;

CREATE TABLE machine_state (
    machine_id bigint NOT NULL REFERENCES machine (id),
    since bigint NOT NULL,
    until bigint,
    cluster text,
    home_hz bigint,
    reverted_at bigint,
    state text NOT NULL,
    PRIMARY KEY (machine_id, since)
);
CREATE INDEX machine_state_by_cluster ON machine_state (cluster, since) WHERE cluster IS NOT NULL;
CREATE UNIQUE INDEX machine_state_now ON machine_state (machine_id) WHERE until IS NULL;
CREATE INDEX machine_state_by_end ON machine_state (until) WHERE until IS NOT NULL;

CREATE TABLE guest (
    id bigint PRIMARY KEY,
    identity text NOT NULL UNIQUE,
    name text NOT NULL,
    smbios_uuid text
);
CREATE INDEX guest_by_name ON guest (lower(name));
CREATE INDEX guest_by_uuid ON guest (smbios_uuid) WHERE smbios_uuid IS NOT NULL;

CREATE TABLE guest_measurement (
    guest_id bigint NOT NULL REFERENCES guest (id),
    at bigint NOT NULL,
    source text NOT NULL,
    run_id bigint REFERENCES run (id),
    state text NOT NULL,
    cause text NOT NULL,
    median_ns double precision,
    low_ns double precision,
    high_ns double precision,
    host_hz bigint,
    virtual_tsc_hz bigint,
    PRIMARY KEY (guest_id, at)
);
CREATE INDEX guest_measurement_by_time ON guest_measurement (at);
CREATE INDEX guest_measurement_by_run ON guest_measurement (run_id) WHERE run_id IS NOT NULL;

CREATE TABLE change (
    id bigint PRIMARY KEY,
    run_id bigint REFERENCES run (id),
    at bigint NOT NULL,
    is_exact boolean NOT NULL,
    kind text NOT NULL,
    vcenter_id bigint REFERENCES vcenter (id),
    cluster text,
    machine_id bigint REFERENCES machine (id),
    guest_id bigint REFERENCES guest (id),
    host_id bigint REFERENCES host (id),
    from_host_id bigint REFERENCES host (id),
    what text,
    earlier text,
    later text
);
CREATE INDEX change_by_time ON change (at);
CREATE INDEX change_by_run ON change (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX change_by_machine ON change (machine_id, at) WHERE machine_id IS NOT NULL;
CREATE INDEX change_by_guest ON change (guest_id, at) WHERE guest_id IS NOT NULL;
CREATE INDEX change_by_host ON change (host_id, at) WHERE host_id IS NOT NULL;
CREATE INDEX change_by_from_host ON change (from_host_id, at) WHERE from_host_id IS NOT NULL;
CREATE INDEX change_by_cluster ON change (cluster, at) WHERE cluster IS NOT NULL;

-- Changes with the names of what they happened to.
CREATE VIEW told_change AS
SELECT change.id, change.run_id, change.at, change.is_exact, change.kind, change.cluster, change.what, change.earlier, change.later,
       change.machine_id, change.guest_id, change.host_id, change.from_host_id,
       vcenter.server, machine.moref AS machine_moref, COALESCE(machine.name, guest.name, host.name, '?') AS name,
       host.moref AS host_moref
FROM change
LEFT JOIN vcenter ON vcenter.id = change.vcenter_id
LEFT JOIN machine ON machine.id = change.machine_id
LEFT JOIN guest ON guest.id = change.guest_id
LEFT JOIN host ON host.id = change.host_id;

CREATE TABLE sql_run (
    run_id bigint PRIMARY KEY REFERENCES run (id),
    server text NOT NULL,
    version text,
    is_profiled boolean NOT NULL,
    clock_call_ns double precision
);
CREATE INDEX sql_run_by_server ON sql_run (lower(server));

CREATE TABLE sql_figure (
    run_id bigint NOT NULL REFERENCES sql_run (run_id),
    workload text NOT NULL,
    argument bigint,
    iterations bigint NOT NULL,
    median_seconds double precision NOT NULL,
    ns_per_iteration double precision NOT NULL,
    PRIMARY KEY (run_id, workload)
);

CREATE TABLE target_health (
    server text PRIMARY KEY,
    failures bigint NOT NULL,
    last_tried_at bigint NOT NULL,
    last_success_at bigint,
    problem text
);

CREATE TABLE alert (
    id text NOT NULL,
    channel text NOT NULL,
    created_at bigint NOT NULL,
    kind text NOT NULL,
    subject text NOT NULL,
    payload text NOT NULL,
    state text NOT NULL,
    attempts bigint NOT NULL,
    next_attempt_at bigint,
    last_error text,
    delivered_at bigint,
    acknowledged_at bigint,
    PRIMARY KEY (id, channel)
);
CREATE INDEX alert_by_due ON alert (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX alert_by_end ON alert (COALESCE(acknowledged_at, delivered_at, created_at)) WHERE state <> 'pending';

-- When a guest's watch was heard last, by the store's clock, and with which line; its state is watching, silent or stopped.
CREATE TABLE watch (
    guest_id bigint PRIMARY KEY REFERENCES guest (id),
    document_id text NOT NULL,
    heard_at bigint NOT NULL,
    state text NOT NULL
);
CREATE INDEX watch_by_time ON watch (heard_at) WHERE state = 'watching';

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
    last_step text,
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

-- Documents are compressed already.
ALTER TABLE run ALTER COLUMN document SET STORAGE EXTERNAL;
