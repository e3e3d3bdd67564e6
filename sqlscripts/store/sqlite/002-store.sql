-- Times are milliseconds since 1970-01-01 UTC. A row of a state holds from its since until its until; null means still; what it says
-- is JSON, and beside it stands what queries ask by.

-- A document is JSON compressed by Brotli, sha256 that of the JSON. It is null once the day has a later one and the week is over.
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    document_id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    document_schema TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    subject TEXT NOT NULL,
    subject_uuid TEXT,
    state TEXT NOT NULL,
    cause TEXT,
    critical INTEGER NOT NULL,
    warning INTEGER NOT NULL,
    info INTEGER NOT NULL,
    sha256 BLOB NOT NULL,
    document BLOB
);
CREATE INDEX run_by_time ON run (started_at);
CREATE INDEX run_by_subject ON run (kind, subject, started_at) WHERE document IS NOT NULL;

CREATE TABLE vcenter (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE,
    server TEXT NOT NULL,
    version TEXT,
    last_scan_at INTEGER,
    last_full_scan_at INTEGER
);

CREATE TABLE vcenter_scan (
    vcenter_id INTEGER NOT NULL REFERENCES vcenter (id),
    at INTEGER NOT NULL,
    run_id INTEGER NOT NULL REFERENCES run (id),
    is_full BOOLEAN NOT NULL,
    hosts INTEGER NOT NULL,
    home INTEGER NOT NULL,
    away INTEGER NOT NULL,
    unknown INTEGER NOT NULL,
    off INTEGER NOT NULL,
    PRIMARY KEY (vcenter_id, at)
) WITHOUT ROWID;
CREATE INDEX vcenter_scan_by_run ON vcenter_scan (run_id);

CREATE TABLE host (
    id INTEGER PRIMARY KEY,
    vcenter_id INTEGER NOT NULL REFERENCES vcenter (id),
    moref TEXT NOT NULL,
    name TEXT NOT NULL,
    first_seen_at INTEGER NOT NULL,
    gone_at INTEGER,
    UNIQUE (vcenter_id, moref)
);
CREATE INDEX host_by_name ON host (lower(name));

CREATE TABLE host_state (
    host_id INTEGER NOT NULL REFERENCES host (id),
    since INTEGER NOT NULL,
    until INTEGER,
    cluster TEXT,
    state TEXT NOT NULL,
    PRIMARY KEY (host_id, since)
) WITHOUT ROWID;
CREATE UNIQUE INDEX host_state_now ON host_state (host_id) WHERE until IS NULL;
CREATE INDEX host_state_by_end ON host_state (until) WHERE until IS NOT NULL;

CREATE TABLE machine (
    id INTEGER PRIMARY KEY,
    vcenter_id INTEGER NOT NULL REFERENCES vcenter (id),
    moref TEXT NOT NULL,
    name TEXT NOT NULL,
    bios_uuid TEXT,
    guest_host_name TEXT,
    first_seen_at INTEGER NOT NULL,
    gone_at INTEGER,
    UNIQUE (vcenter_id, moref)
);
CREATE INDEX machine_by_moref ON machine (moref);
CREATE INDEX machine_by_name ON machine (lower(name));
CREATE INDEX machine_by_guest_host_name ON machine (lower(guest_host_name));
CREATE INDEX machine_by_bios_uuid ON machine (bios_uuid) WHERE bios_uuid IS NOT NULL;

CREATE TABLE machine_state (
    machine_id INTEGER NOT NULL REFERENCES machine (id),
    since INTEGER NOT NULL,
    until INTEGER,
    cluster TEXT,
    home_hz INTEGER,
    reverted_at INTEGER,
    state TEXT NOT NULL,
    PRIMARY KEY (machine_id, since)
) WITHOUT ROWID;
CREATE INDEX machine_state_by_cluster ON machine_state (cluster, since) WHERE cluster IS NOT NULL;
CREATE UNIQUE INDEX machine_state_now ON machine_state (machine_id) WHERE until IS NULL;
CREATE INDEX machine_state_by_end ON machine_state (until) WHERE until IS NOT NULL;

CREATE TABLE guest (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    smbios_uuid TEXT
);
CREATE INDEX guest_by_name ON guest (lower(name));
CREATE INDEX guest_by_uuid ON guest (smbios_uuid) WHERE smbios_uuid IS NOT NULL;

CREATE TABLE guest_measurement (
    guest_id INTEGER NOT NULL REFERENCES guest (id),
    at INTEGER NOT NULL,
    source TEXT NOT NULL,
    run_id INTEGER REFERENCES run (id),
    state TEXT NOT NULL,
    cause TEXT NOT NULL,
    median_ns DOUBLE,
    low_ns DOUBLE,
    high_ns DOUBLE,
    host_hz INTEGER,
    virtual_tsc_hz INTEGER,
    PRIMARY KEY (guest_id, at)
) WITHOUT ROWID;
CREATE INDEX guest_measurement_by_time ON guest_measurement (at);
CREATE INDEX guest_measurement_by_run ON guest_measurement (run_id) WHERE run_id IS NOT NULL;

CREATE TABLE change (
    id INTEGER PRIMARY KEY,
    run_id INTEGER REFERENCES run (id),
    at INTEGER NOT NULL,
    is_exact BOOLEAN NOT NULL,
    kind TEXT NOT NULL,
    vcenter_id INTEGER REFERENCES vcenter (id),
    cluster TEXT,
    machine_id INTEGER REFERENCES machine (id),
    guest_id INTEGER REFERENCES guest (id),
    host_id INTEGER REFERENCES host (id),
    from_host_id INTEGER REFERENCES host (id),
    what TEXT,
    earlier TEXT,
    later TEXT
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
    run_id INTEGER PRIMARY KEY REFERENCES run (id),
    server TEXT NOT NULL,
    version TEXT,
    is_profiled BOOLEAN NOT NULL,
    clock_call_ns DOUBLE
);
CREATE INDEX sql_run_by_server ON sql_run (lower(server));

CREATE TABLE sql_figure (
    run_id INTEGER NOT NULL REFERENCES sql_run (run_id),
    workload TEXT NOT NULL,
    argument INTEGER,
    iterations INTEGER NOT NULL,
    median_seconds DOUBLE NOT NULL,
    ns_per_iteration DOUBLE NOT NULL,
    PRIMARY KEY (run_id, workload)
) WITHOUT ROWID;

CREATE TABLE target_health (
    server TEXT PRIMARY KEY,
    failures INTEGER NOT NULL,
    last_tried_at INTEGER NOT NULL,
    last_success_at INTEGER,
    problem TEXT
) WITHOUT ROWID;

CREATE TABLE alert (
    id TEXT NOT NULL,
    channel TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    payload TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    next_attempt_at INTEGER,
    last_error TEXT,
    delivered_at INTEGER,
    acknowledged_at INTEGER,
    PRIMARY KEY (id, channel)
);
CREATE INDEX alert_by_due ON alert (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX alert_by_end ON alert (COALESCE(acknowledged_at, delivered_at, created_at)) WHERE state <> 'pending';

-- When a guest's watch was heard last, by the store's clock, and with which line; its state is watching, silent or stopped.
CREATE TABLE watch (
    guest_id INTEGER PRIMARY KEY REFERENCES guest (id),
    document_id TEXT NOT NULL,
    heard_at INTEGER NOT NULL,
    state TEXT NOT NULL
);
CREATE INDEX watch_by_time ON watch (heard_at) WHERE state = 'watching';

-- What is told apart by a token: only its hash is kept.
CREATE TABLE server_token (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    hash BLOB NOT NULL,
    scopes TEXT NOT NULL,
    machine TEXT,
    smbios_uuid TEXT,
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER,
    last_used_at INTEGER
);

-- The keys that protect cookies: every node reads those of the others.
CREATE TABLE server_key (
    id TEXT PRIMARY KEY,
    content TEXT NOT NULL,
    created_at INTEGER NOT NULL
);

CREATE TABLE server_audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    node TEXT NOT NULL,
    actor TEXT NOT NULL,
    address TEXT,
    action TEXT NOT NULL,
    subject TEXT,
    detail TEXT
);

-- A node that was not seen for long is gone.
CREATE TABLE server_node (
    name TEXT PRIMARY KEY,
    program TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    clock_apart_ms REAL NOT NULL,
    last_step TEXT,
    state TEXT NOT NULL
);

-- The last scan of each vCenter that a schedule started.
CREATE TABLE server_scan (
    server TEXT PRIMARY KEY,
    node TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    result TEXT,
    document_id TEXT,
    problem TEXT
);
