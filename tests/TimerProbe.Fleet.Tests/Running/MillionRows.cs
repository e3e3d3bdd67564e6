namespace TimerProbe.Fleet.Tests.Running;

/// <summary>90 days of a busy vCenter, written as rows: saving 2,160 scans would take an hour.</summary>
internal static class MillionRows
{
    public const int Machines = 10_000;
    public const int StatesOfMachine = 100;
    public const int Scans = 90 * 24;

    /// <summary>After one scan of <see cref="Machines"/>; <see cref="StatesOfMachine"/> states of each are a million in all.</summary>
    public static Task SeedAsync(FleetStore store, int statesOfMachine, CancellationToken cancellationToken) => store.Database.WriteAsync(
        async session =>
        {
            foreach (var statement in Statements(statesOfMachine))
            {
                await session.RunTextAsync(statement);
            }

            return true;
        },
        cancellationToken);

    private static IEnumerable<string> Statements(int statesOfMachine) =>
    [
        $"""
        WITH RECURSIVE turn (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM turn WHERE i < {Scans - 1})
        INSERT INTO vcenter_scan (vcenter_id, at, run_id, is_full, hosts, home, away, unknown, off)
        SELECT scan.vcenter_id, scan.at + turn.i * 3600000, scan.run_id, TRUE, scan.hosts, scan.home, scan.away, 0, 0 FROM vcenter_scan AS scan, turn
        """,
        "UPDATE machine_state SET until = since + 77760000",
        $"""
        WITH RECURSIVE turn (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM turn WHERE i < {statesOfMachine - 1})
        INSERT INTO machine_state (machine_id, since, until, cluster, home_hz, state)
        SELECT state.machine_id, state.since + turn.i * 77760000, CASE WHEN turn.i < {statesOfMachine - 1} THEN state.since + (turn.i + 1) * 77760000 END,
               state.cluster, state.home_hz, CASE WHEN turn.i % 2 = 1 THEN replace(state.state, '"placement":"home"', '"placement":"away"') ELSE state.state END
        FROM machine_state AS state, turn
        """,
        $"""
        INSERT INTO change (id, at, is_exact, kind, vcenter_id, cluster, machine_id, host_id, from_host_id, earlier, later)
        SELECT state.machine_id * {statesOfMachine} + (state.since / 77760000) % {statesOfMachine}, state.since, FALSE, 'moved', machine.vcenter_id, state.cluster,
               machine.id, 1 + machine.id % 16, 2 + machine.id % 16, 'esx001', 'esx002'
        FROM machine_state AS state JOIN machine ON machine.id = state.machine_id
        WHERE state.state LIKE '%"placement":"away"%'
        """,
        $"UPDATE vcenter SET last_scan_at = last_scan_at + {Scans - 1} * CAST(3600000 AS BIGINT), last_full_scan_at = last_full_scan_at + {Scans - 1} * CAST(3600000 AS BIGINT)",
        "ANALYZE",
    ];
}
