using TimerProbe.Core.Documents;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Saving;

/// <summary>What a run on a SQL Server leaves besides its document: its figures, and the check of this machine within it.</summary>
internal static class SqlSaving
{
    private static readonly string[] Names = ["run_id", "workload", "argument", "iterations", "parallel", "median_seconds", "ns_per_iteration"];

    public static async Task<SavedRun> SaveAsync(StoreSession session, SqlDocument document, SavedRun run)
    {
        await session.ExecuteAsync(
            "sql-run-insert",
            ("run_id", run.RunId),
            ("server", document.Server.Name),
            ("version", document.Server.Version),
            ("is_profiled", document.Server.ProfilingSessions is { Count: > 0 }),
            ("clock_call_ns", document.ClockCallNs?.Median.Nanoseconds));
        await session.ExecuteManyAsync("sql-figure-insert", Names, document.Workloads
            .Where(workload => workload is { Iterations: not null, MedianSeconds: not null, NsPerIteration: not null })
            .DistinctBy(workload => workload.Name)
            .Select(workload => new object?[]
            {
                run.RunId, workload.Name.ToDocumentName(), workload.Argument, workload.Iterations, (long)workload.Parallel, workload.MedianSeconds,
                workload.NsPerIteration!.Value.Nanoseconds,
            }));
        return document.Check is { } check ? await CheckSaving.SaveAsync(session, check, run) : run;
    }
}
