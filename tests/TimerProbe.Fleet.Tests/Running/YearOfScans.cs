namespace TimerProbe.Fleet.Tests.Running;

/// <summary>
/// A year of hourly scans, written as rows: in each, one machine of 300 is another than before. A thousand
/// guests measure once a day.
/// </summary>
internal static class YearOfScans
{
    public const int Scans = 365 * 24;

    private const int MachinesOfChange = 300;
    private const int Guests = 1_000;
    private const long Hour = 3_600_000;

    /// <summary>After one scan at <see cref="SampleFleet.Start"/>.</summary>
    public static async Task SeedAsync(FleetStore store, int scans, CancellationToken cancellationToken)
    {
        await store.Database.WriteAsync(
            async session =>
            {
                var first = await session.FirstAsync("run-last", row => row.Long(0));
                foreach (var statement in Enumerable.Range(1, scans - 1).Select(scan => Run(first, scan)).Concat(Statements(scans)))
                {
                    await session.RunTextAsync(statement);
                }

                return true;
            },
            cancellationToken);
    }

    private static string Run(long first, int scan) => $"""
        INSERT INTO run (id, document_id, kind, document_schema, started_at, subject, state, critical, warning, info, sha256, document)
        SELECT {first + scan}, '{Guid.NewGuid()}', kind, document_schema, started_at + {scan * Hour}, subject, state, critical, warning, info, sha256, document
        FROM run WHERE id = {first}
        """;

    private static IEnumerable<string> Statements(int scans)
    {
        var states = Math.Max(2, scans / MachinesOfChange);
        var step = scans / states * Hour;
        var turns = $"WITH RECURSIVE turn (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM turn WHERE i < {states - 1})";
        return
        [
            """
            INSERT INTO vcenter_scan (vcenter_id, at, run_id, is_full, hosts, home, away, unknown, off)
            SELECT scan.vcenter_id, run.started_at, run.id, TRUE, scan.hosts, scan.home, scan.away, 0, 0 FROM vcenter_scan AS scan, run WHERE run.id <> scan.run_id
            """,
            $"UPDATE machine_state SET until = since + {step} + machine_id % {states} * {Hour}",
            $"""
            {turns}
            INSERT INTO machine_state (machine_id, since, until, cluster, home_hz, state)
            SELECT state.machine_id, state.until + (turn.i - 1) * {step}, CASE WHEN turn.i < {states - 1} THEN state.until + turn.i * {step} END,
                   state.cluster, state.home_hz, CASE WHEN turn.i % 2 = 1 THEN replace(state.state, '"placement":"home"', '"placement":"away"') ELSE state.state END
            FROM machine_state AS state, turn
            """,
            $"""
            INSERT INTO change (id, run_id, at, is_exact, kind, vcenter_id, cluster, machine_id, host_id, from_host_id, earlier, later)
            SELECT ROW_NUMBER() OVER (ORDER BY state.since, machine.id), run.id, state.since, FALSE, 'moved', machine.vcenter_id, state.cluster,
                   machine.id, 1 + machine.id % (SELECT MAX(id) FROM host), 1 + (machine.id + 1) % (SELECT MAX(id) FROM host), 'esx001', 'esx002'
            FROM machine_state AS state JOIN machine ON machine.id = state.machine_id LEFT JOIN run ON run.started_at = state.since
            WHERE state.since > machine.first_seen_at
            """,
            $"INSERT INTO guest (id, identity, name, smbios_uuid) SELECT id, bios_uuid, guest_host_name, bios_uuid FROM machine WHERE id <= {Guests}",
            $"""
            WITH RECURSIVE turn (i) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT i + 1 FROM turn WHERE i < {(scans / 24) - 1})
            INSERT INTO guest_measurement (guest_id, at, source, state, cause, median_ns)
            SELECT guest.id, machine.first_seen_at + turn.i * 24 * {Hour} + guest.id * 1000, 'scan', 'healthy', 'none', 21.5 FROM guest JOIN machine ON machine.id = guest.id, turn
            """,
            $"UPDATE vcenter SET last_scan_at = last_scan_at + {(scans - 1) * Hour}, last_full_scan_at = last_full_scan_at + {(scans - 1) * Hour}",
            "ANALYZE",
        ];
    }
}
