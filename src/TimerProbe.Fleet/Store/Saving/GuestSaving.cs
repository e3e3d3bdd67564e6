using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Core.Verdicts;
using TimerProbe.Fleet.Changes;
using TimerProbe.Fleet.Store.Alerts;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Saving;

internal static class GuestSaving
{
    /// <summary>Saves measurements without a document, and what changed.</summary>
    public static async Task<IReadOnlyList<FleetChange>> RecordAsync(
        StoreSession session,
        string name,
        string? smbiosUuid,
        IReadOnlyList<GuestMeasurement> measurements,
        IReadOnlyList<FleetChange> others,
        SaveOptions? options)
    {
        var clock = await session.ReadClockAsync();
        var ordered = measurements.Select(each => each with { At = clock.Order(each.At) }).ToList();
        var (guest, before) = await GuestRows.InsertAsync(session, name, smbiosUuid, runId: null, ordered, clock);
        var unknown = await UnknownAsync(session, guest, [.. others.Select(each => each with { At = clock.Order(each.At) })]);
        FleetChange[] changes = [.. GuestMeasurement.Changes(name, before, ordered).Concat(unknown).OrderBy(change => change.At)];
        await ChangeRows.InsertAsync(session, runId: null, guest, changes);
        if (changes.Length > 0 && options?.Alerts is { } alerts)
        {
            var run = new SavedRun { RunId = 0, DocumentId = Guid.Empty, Changes = changes };
            AlertOutbox.Insert(session, alerts(run), changes[^1].At, due: clock.Store);
        }

        return changes;
    }

    /// <summary>Those that were not saved before: what waited elsewhere may have been saved by a process that then died.</summary>
    private static async Task<List<FleetChange>> UnknownAsync(StoreSession session, long guest, IReadOnlyList<FleetChange> changes)
    {
        var unknown = new List<FleetChange>();
        foreach (var change in changes)
        {
            var known = await session.FirstAsync(
                "change-known",
                row => row.Long(0),
                ("guest_id", guest),
                ("kind", change.Kind.ToDocumentName()),
                ("at", change.At.ToUnixTimeMilliseconds()));
            if (known == 0)
            {
                unknown.Add(change);
            }
        }

        return unknown;
    }

    /// <summary>What a check leaves besides its document: a measurement, and a change if the verdict is another one than before.</summary>
    public static async Task<SavedRun> SaveAsync(StoreSession session, CheckDocument document, SavedRun run, RunTime time)
    {
        var measured = GuestMeasurement.From(document) with { At = time.Of(document.StartedAt) };
        var machine = document.Machine;
        var (guest, before) = await GuestRows.InsertAsync(
            session, machine.Name, machine.SmbiosUuid, run.RunId, [measured], time.Clock);
        if (before?.At >= measured.At)
        {
            return run with { Late = [machine.Name] };
        }

        IReadOnlyList<FleetChange> changes = [.. GuestMeasurement.Changes(machine.Name, before, [measured])];
        await ChangeRows.InsertAsync(session, run.RunId, guest, changes);
        return run with { Changes = [.. run.Changes, .. changes] };
    }
}

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
        return document.Check is { } check ? await GuestSaving.SaveAsync(session, check, saved, time) : saved;
    }

    /// <summary>A verdict of the server that differs from its last. It gets no row of its own: the runs show it later.</summary>
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
