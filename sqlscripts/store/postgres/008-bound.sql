-- Programs that know form 2 work with it, and this one works without it.

-- One spelling for an SMBIOS UUID, whichever byte order it was told in: the one that sorts first. Null for none, and for one that firmware leaves unset.
CREATE FUNCTION smbios_canonical(uuid text) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $body$
    SELECT CASE WHEN told ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' AND told !~ '^(0+-){4}0+$' AND told !~ '^(f+-){4}f+$' THEN LEAST(told COLLATE "C", (
        substr(told, 7, 2) || substr(told, 5, 2) || substr(told, 3, 2) || substr(told, 1, 2) || '-'
        || substr(told, 12, 2) || substr(told, 10, 2) || '-' || substr(told, 17, 2) || substr(told, 15, 2) || substr(told, 19)) COLLATE "C") END
    FROM (SELECT lower(uuid) AS told) AS given
$body$;
REVOKE ALL ON FUNCTION smbios_canonical(text) FROM PUBLIC;

-- An account of one machine is bound to its UUID as a token is: to the one that was given, else to that of its first document.
-- Its search path is its own: nothing that the caller has made is found before what is meant.
DO $make$
BEGIN
    EXECUTE format($function$
        CREATE OR REPLACE FUNCTION %1$I.submit_document(document_id text, kind text, document bytea) RETURNS void
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, %1$I, pg_temp AS $body$
        DECLARE
            content jsonb;
            guest jsonb;
            tells boolean;
            told text;
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
                tells := submit_document.kind = 'check' OR jsonb_typeof(guest) = 'object';
                told := smbios_canonical(guest ->> 'smbiosUuid');
                IF tells AND lower(guest ->> 'name') IS DISTINCT FROM lower(own.machine)
                   OR submit_document.kind = 'sql' AND lower(split_part(content #>> '{server,name}', '\', 1)) IS DISTINCT FROM lower(own.machine) THEN
                    RAISE EXCEPTION 'the document is of another machine than this account is for' USING ERRCODE = '22023';
                END IF;
                IF own.smbios_uuid IS NULL AND told IS NOT NULL THEN
                    IF EXISTS (SELECT 1 FROM guest AS known WHERE known.smbios_uuid = told AND lower(known.name) <> lower(own.machine))
                       OR EXISTS (SELECT 1 FROM inbox_machine AS other WHERE smbios_canonical(other.smbios_uuid) = told AND lower(other.machine) <> lower(own.machine))
                       OR EXISTS (SELECT 1 FROM server_token AS token WHERE smbios_canonical(token.smbios_uuid) = told AND lower(token.machine) <> lower(own.machine) AND token.revoked_at IS NULL) THEN
                        RAISE EXCEPTION 'a machine of another name is known by the UUID of the document: its owner names it with guest.sql' USING ERRCODE = '22023';
                    END IF;
                    UPDATE inbox_machine SET smbios_uuid = told WHERE account = session_user AND smbios_uuid IS NULL;
                    SELECT * INTO own FROM inbox_machine WHERE account = session_user;
                END IF;
                IF tells AND own.smbios_uuid IS NOT NULL
                   AND COALESCE(told, lower(guest ->> 'smbiosUuid')) IS DISTINCT FROM COALESCE(smbios_canonical(own.smbios_uuid), lower(own.smbios_uuid)) THEN
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
