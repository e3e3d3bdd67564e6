-- Whether a UUID is known as that of a machine of another name: of a guest that measured, or of somebody who hands in.
SELECT COUNT(*) FROM (
    SELECT id FROM guest WHERE smbios_uuid = @canonical AND lower(name) <> lower(@machine)
    UNION ALL
    SELECT 0 FROM server_token WHERE smbios_uuid IN (@normal, @swapped) AND lower(machine) <> lower(@machine) AND revoked_at IS NULL
) AS other
