-- Programs that know form 2 work with it, and this one works without it.

-- Documents that accounts handed in which may do nothing else, until a run that is saved takes them in.
CREATE TABLE inbox (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    document_id text NOT NULL UNIQUE,
    kind text NOT NULL,
    submitted_by text NOT NULL,
    submitted_at timestamp with time zone NOT NULL,
    document bytea NOT NULL,
    refused text
);
CREATE INDEX inbox_waiting ON inbox (id) WHERE refused IS NULL;
CREATE INDEX inbox_by_account ON inbox (submitted_by);

-- An account named here hands in documents of this machine only.
CREATE TABLE inbox_machine (
    account text PRIMARY KEY,
    machine text NOT NULL,
    smbios_uuid text
);

-- Its search path is its own: nothing that the caller has made is found before what is meant.
DO $make$
BEGIN
    EXECUTE format($function$
        CREATE FUNCTION %1$I.submit_document(document_id text, kind text, document bytea) RETURNS void
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, %1$I, pg_temp AS $body$
        DECLARE
            content jsonb;
            guest jsonb;
            own inbox_machine%%ROWTYPE;
        BEGIN
            IF submit_document.kind IS NULL OR submit_document.kind NOT IN ('check', 'sql') THEN
                RAISE EXCEPTION 'only check and sql are handed in' USING ERRCODE = '22023';
            END IF;
            IF submit_document.document IS NULL OR octet_length(submit_document.document) > 1048576 THEN
                RAISE EXCEPTION 'a document has at most 1,048,576 bytes' USING ERRCODE = '54000';
            END IF;
            content := convert_from(submit_document.document, 'UTF8')::jsonb;
            IF content ->> 'id' IS DISTINCT FROM submit_document.document_id OR submit_document.document_id::uuid IS NULL
               OR content ->> 'schema' IS DISTINCT FROM 'timerprobe.' || submit_document.kind || '/1' THEN
                RAISE EXCEPTION 'the document is another one than was said' USING ERRCODE = '22023';
            END IF;
            IF EXISTS (SELECT 1 FROM run WHERE run.document_id = submit_document.document_id) THEN
                RETURN;
            END IF;
            SELECT * INTO own FROM inbox_machine WHERE account = session_user;
            IF FOUND THEN
                guest := CASE submit_document.kind WHEN 'check' THEN content -> 'machine' ELSE content #> '{check,machine}' END;
                IF (submit_document.kind = 'check' OR jsonb_typeof(guest) = 'object') AND (lower(guest ->> 'name') IS DISTINCT FROM lower(own.machine)
                       OR own.smbios_uuid IS NOT NULL AND lower(guest ->> 'smbiosUuid') IS DISTINCT FROM lower(own.smbios_uuid))
                   OR submit_document.kind = 'sql' AND lower(split_part(content #>> '{server,name}', '\', 1)) IS DISTINCT FROM lower(own.machine) THEN
                    RAISE EXCEPTION 'the document is of another machine than this account is for' USING ERRCODE = '22023';
                END IF;
            END IF;
            IF (SELECT COUNT(*) FROM inbox WHERE submitted_by = session_user) >= 200 THEN
                RAISE EXCEPTION '200 documents of this account wait already' USING ERRCODE = '54000';
            END IF;
            INSERT INTO inbox (document_id, kind, submitted_by, submitted_at, document)
            VALUES (submit_document.document_id, submit_document.kind, session_user, clock_timestamp(), submit_document.document)
            ON CONFLICT DO NOTHING;
        END $body$
        $function$, current_schema());
    EXECUTE format('REVOKE ALL ON FUNCTION %I.submit_document(text, text, bytea) FROM PUBLIC', current_schema());
END $make$;
