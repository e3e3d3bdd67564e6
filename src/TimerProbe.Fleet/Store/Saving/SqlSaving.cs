namespace TimerProbe.Fleet.Store;

/// <summary>What a run on a SQL Server leaves besides its document: its figures, and the check of this machine within it.</summary>
internal static class SqlSaving
{
    private static readonly string[] Names =
        ["run_id", "workload", "argument", "iterations", "median_seconds", "ns_per_iteration"];

    public static async Task<SavedRun> SaveAsync(StoreSession session, SqlDocument document, SavedRun run, RunTime time)
    {
        session.Defer(
            "sql-run-insert",
            ("run_id", run.RunId),
            ("server", document.Server.Name),
            ("version", document.Server.Version),
            ("is_profiled", SqlRecording.IsSeen(document.Server)),
            ("clock_call_ns", document.ClockCallNs?.Median.Nanoseconds));
        session.Defer("sql-figure-insert", Names, document.Workloads
            .Where(workload => workload is { Iterations: not null, MedianSeconds: not null, NsPerIteration: not null })
            .DistinctBy(workload => workload.Name)
            .Select(workload => new object?[]
            {
                run.RunId, workload.Name.ToDocumentName(), workload.Argument, workload.Iterations,
                workload.MedianSeconds, workload.NsPerIteration!.Value.Nanoseconds,
            }));
        var saved = run with { Changes = await ChangesAsync(session, document, run.RunId, time) };
        return document.Check is { } check ? await GuestRows.SaveAsync(session, check, saved, time) : saved;
    }

    private static async Task<IReadOnlyList<FleetChange>> ChangesAsync(StoreSession session, SqlDocument document, long runId, RunTime time)
    {
        var state = document.Verdict.State;
        var before = await session.FirstAsync(
            "sql-run-last",
            row => ((DateTimeOffset At, SqlState State)?)(row.Time(0), row.Name<SqlState>(1)),
            ("server", document.Server.Name),
            ("run_id", runId),
            ("now", time.Clock.Store.ToUnixTimeMilliseconds()));
        return state == SqlState.Unclear || before is not ({ } at, { } last) || at >= time.At || last == state ? [] :
        [
            new FleetChange
            {
                Kind = ChangeKind.VerdictChanged,
                At = time.At,
                Subject = ChangeSubject.SqlServer,
                Name = document.Server.Name,
                What = document.Verdict.Cause.ToDocumentName(),
                Earlier = last.ToDocumentName(),
                Later = state.ToDocumentName(),
            },
        ];
    }
}
