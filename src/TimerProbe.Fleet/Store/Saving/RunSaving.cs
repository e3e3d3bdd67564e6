namespace TimerProbe.Fleet.Store;

/// <summary>Saves a document: a row in the table of runs, and then what its kind has besides.</summary>
internal sealed class RunSaving(StoreSession session, RunRow run, PackedDocument document)
{
    public async Task<SavedRun> SaveAsync(Func<SavedRun, RunTime, Task<SavedRun>> conclude, SaveOptions? options)
    {
        var there = session.Memory is { } memory
            ? memory.GetRun(run.DocumentId)
            : await session.FirstAsync("run-by-document", row => row.Long(0), ("document_id", run.DocumentId.ToString()));
        if (there > 0)
        {
            return new SavedRun { RunId = there, DocumentId = run.DocumentId, WasThere = true };
        }

        var time = await RunTime.ReadAsync(session, run.StartedAt, options);
        var number = await session.NextNumberAsync("run-last");
        var saved = new SavedRun { RunId = number, DocumentId = run.DocumentId, AddedBytes = document.Bytes.Length };
        Insert(number, time.At);
        session.Memory?.Add(run.DocumentId, number);
        saved = await conclude(saved, time);
        saved = saved with { Changes = [.. saved.Changes.OrderBy(change => change.At)] };
        if (options?.Alerts is { } alerts)
        {
            AlertOutbox.Insert(session, alerts(saved), time.At, due: time.Clock.Store);
        }

        return saved;
    }

    private void Insert(long id, DateTimeOffset at)
    {
        session.Defer(
            "run-insert",
            ("id", id),
            ("document_id", run.DocumentId.ToString()),
            ("kind", run.Kind),
            ("document_schema", run.Schema),
            ("started_at", at.ToUnixTimeMilliseconds()),
            ("subject", run.Subject),
            ("subject_uuid", run.SubjectUuid),
            ("state", run.State),
            ("cause", run.Cause),
            ("critical", run.Count(Severity.Critical)),
            ("warning", run.Count(Severity.Warning)),
            ("info", run.Count(Severity.Info)),
            ("sha256", document.Sha256),
            ("document", document.Bytes));
        if (run.Kind != RunKinds.Sql)
        {
            // Any earlier run on a SQL Server may be what a later one is judged by.
            session.Defer("run-thin", ("kind", run.Kind), ("subject", run.Subject), ("at", at.ToUnixTimeMilliseconds()));
        }
    }
}

internal sealed record RunRow(
    Guid DocumentId,
    string Kind,
    string Schema,
    DateTimeOffset StartedAt,
    string Subject,
    string? SubjectUuid,
    string State,
    string? Cause,
    IReadOnlyList<Finding> Findings)
{
    public static RunRow From(CheckDocument document) => new(
        document.Id, RunKinds.Check, document.Schema, document.StartedAt,
        document.Machine.Name, GuestIdentity.Canonical(document.Machine.SmbiosUuid),
        document.Verdict.State.ToDocumentName(), document.Verdict.Cause.ToDocumentName(), document.Findings);

    public static RunRow From(SqlDocument document) => new(
        document.Id, RunKinds.Sql, document.Schema, document.StartedAt,
        document.Server.Name, SubjectUuid: null,
        document.Verdict.State.ToDocumentName(), document.Verdict.Cause.ToDocumentName(), document.Findings);

    public static RunRow From(ScanDocument document) => new(
        document.Id, RunKinds.Scan, document.Schema, document.StartedAt,
        string.Join(", ", document.VCenters.Select(vcenter => vcenter.Server)), SubjectUuid: null,
        GetStatus(document.VCenters).ToDocumentName(), Cause: null, document.Findings);

    private static ReadStatus GetStatus(IReadOnlyList<VCenterFacts> vcenters) =>
        vcenters.All(vcenter => vcenter.Status == ReadStatus.Failed) ? ReadStatus.Failed
        : vcenters.All(vcenter => vcenter.Status == ReadStatus.Complete) ? ReadStatus.Complete
        : ReadStatus.Partial;

    public long Count(Severity severity) => Findings.Count(finding => finding.Severity == severity);
}

/// <summary>When a run was, by the store that it is saved in.</summary>
internal readonly record struct RunTime(DateTimeOffset StartedAt, DateTimeOffset At, StoreClock Clock, bool CanBeLate)
{
    private static readonly TimeSpan OldestSubmitted = TimeSpan.FromDays(366);

    public static async Task<RunTime> ReadAsync(StoreSession session, DateTimeOffset startedAt, SaveOptions? options)
    {
        // The store keeps no more than that, and the same run must have the same time when it comes again.
        startedAt = DateTimeOffset.FromUnixTimeMilliseconds(startedAt.ToUnixTimeMilliseconds());
        var clock = await session.ReadClockAsync();
        var at = clock.Order(startedAt);
        at = options is { IsSubmitted: true } && clock.Store - at > OldestSubmitted ? clock.Store : at;
        return new RunTime(startedAt, at, clock, options is not { IsClaimed: true });
    }

    public DateTimeOffset Of(DateTimeOffset at) => at + (At - StartedAt);

    /// <summary>The time by which the run is ordered behind what was saved last; null when it is late.</summary>
    public DateTimeOffset? After(DateTimeOffset? last) =>
        last is not { } before || before < At ? At : CanBeLate ? null : before.AddMilliseconds(1);
}
