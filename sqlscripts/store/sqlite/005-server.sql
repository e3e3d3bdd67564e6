-- Programs that know form 2 work with it, and this one works without it.

-- Documents that came to a server, until one of its nodes takes them in, in the order of their arrival.
CREATE TABLE inbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    document_id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    submitted_by TEXT NOT NULL,
    submitted_at INTEGER NOT NULL,
    document BLOB NOT NULL,
    refused TEXT
);
CREATE INDEX inbox_waiting ON inbox (id) WHERE refused IS NULL;

-- The node that takes them in. One that was not seen for a while has lost its claim.
CREATE TABLE inbox_claim (
    id INTEGER PRIMARY KEY,
    node TEXT NOT NULL,
    token TEXT NOT NULL,
    seen_at INTEGER NOT NULL
);

-- What a watch found leaves no run: that it was taken in is remembered here for a while.
CREATE TABLE inbox_taken (
    document_id TEXT PRIMARY KEY,
    taken_at INTEGER NOT NULL
);
CREATE INDEX inbox_taken_at ON inbox_taken (taken_at);

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
