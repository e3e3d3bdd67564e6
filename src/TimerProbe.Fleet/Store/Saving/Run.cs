namespace TimerProbe.Fleet.Store;

/// <summary>A document to be saved: its row in the table of runs, and what its kind has besides.</summary>
internal sealed record Run(
    Guid DocumentId, string Kind, string Schema, DateTimeOffset StartedAt, string Subject, string State, IReadOnlyList<Finding> Findings)
{
    private static readonly string[] FigureNames =
        ["run_id", "workload", "argument", "iterations", "median_seconds", "ns_per_iteration"];

    public string? Cause { get; init; }

    /// <summary>The guest whose clock it is about; null for a scan, and a run on a SQL Server without a check.</summary>
    public (string Name, string? Uuid)? Guest { get; init; }

    /// <summary>Whether it says that its names are pseudonyms.</summary>
    public bool IsAnonymized { get; init; }

    /// <summary>Saves what its kind has besides.</summary>
    public required Func<StoreSession, SavedRun, RunTime, Task<SavedRun>> Conclude { get; init; }

    public static Run From(CheckDocument document) => new(
        document.Id, RunKinds.Check, document.Schema, document.StartedAt, document.Machine.Name,
        document.Verdict.State.ToDocumentName(), document.Findings)
    {
        Cause = document.Verdict.Cause.ToDocumentName(),
        Guest = (document.Machine.Name, document.Machine.SmbiosUuid),
        Conclude = (session, run, time) => GuestRows.SaveAsync(session, document, run, time),
    };

    public static Run From(SqlDocument document) => new(
        document.Id, RunKinds.Sql, document.Schema, document.StartedAt, document.Server.Name,
        document.Verdict.State.ToDocumentName(), document.Findings)
    {
        Cause = document.Verdict.Cause.ToDocumentName(),
        Guest = document.Check is { Machine: var machine } ? (machine.Name, machine.SmbiosUuid) : null,
        IsAnonymized = document.Anonymized,
        Conclude = (session, run, time) => SaveAsync(session, document, run, time),
    };

    public static Run From(ScanDocument document) => new(
        document.Id, RunKinds.Scan, document.Schema, document.StartedAt,
        string.Join(", ", document.VCenters.Select(vcenter => vcenter.Server)),
        GetStatus(document.VCenters).ToDocumentName(), document.Findings)
    {
        IsAnonymized = document.Anonymized,
        Conclude = (session, run, time) => SaveAsync(session, document, run, time),
    };

    public async Task<SavedRun> SaveAsync(StoreSession session, PackedDocument document, SaveOptions? options)
    {
        var there = session.Memory is { } memory
            ? memory.GetRun(DocumentId)
            : await session.FirstAsync("run-by-document", row => row.Long(0), ("document_id", DocumentId.ToString()));
        if (there > 0)
        {
            return new SavedRun { RunId = there, DocumentId = DocumentId, WasThere = true };
        }

        var time = await RunTime.ReadAsync(session, StartedAt, options);
        var number = await session.NextNumberAsync("run-last");
        Insert(session, number, time.At, document);
        session.Memory?.Add(DocumentId, number);
        var saved = await Conclude(
            session, new SavedRun { RunId = number, DocumentId = DocumentId, AddedBytes = document.Bytes.Length }, time);
        saved = saved with { Changes = [.. saved.Changes.OrderBy(change => change.At)] };
        if (options?.Alerts is { } alerts)
        {
            AlertOutbox.Insert(session, alerts(saved), time.At, due: time.Clock.Store);
        }

        return saved;
    }

    private void Insert(StoreSession session, long id, DateTimeOffset at, PackedDocument document)
    {
        session.Defer(
            "run-insert",
            ("id", id),
            ("document_id", DocumentId.ToString()),
            ("kind", Kind),
            ("document_schema", Schema),
            ("started_at", at.ToUnixTimeMilliseconds()),
            ("subject", Subject),
            ("subject_uuid", Kind == RunKinds.Check ? GuestIdentity.Canonical(Guest?.Uuid) : null),
            ("state", State),
            ("cause", Cause),
            ("critical", Count(Severity.Critical)),
            ("warning", Count(Severity.Warning)),
            ("info", Count(Severity.Info)),
            ("sha256", document.Sha256),
            ("document", document.Bytes));
        if (Kind != RunKinds.Sql)
        {
            // Any earlier run on a SQL Server may be what a later one is judged by.
            session.Defer("run-thin", ("kind", Kind), ("subject", Subject), ("at", at.ToUnixTimeMilliseconds()));
        }
    }

    // Besides the document: its figures, and the check of this machine within it.
    private static async Task<SavedRun> SaveAsync(StoreSession session, SqlDocument document, SavedRun run, RunTime time)
    {
        session.Defer(
            "sql-run-insert",
            ("run_id", run.RunId),
            ("server", document.Server.Name),
            ("version", document.Server.Version),
            ("is_profiled", document.Server.RecordsStatements()),
            ("clock_call_ns", document.ClockCallNs?.Median.Nanoseconds));
        session.Defer("sql-figure-insert", FigureNames, document.Workloads
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
                Subject = SubjectKind.SqlServer,
                Name = document.Server.Name,
                What = document.Verdict.Cause.ToDocumentName(),
                Earlier = last.ToDocumentName(),
                Later = state.ToDocumentName(),
            },
        ];
    }

    // Besides the document: the state of each vCenter, what changed, and how each answered.
    private static async Task<SavedRun> SaveAsync(StoreSession session, ScanDocument document, SavedRun run, RunTime time)
    {
        var changes = new List<FleetChange>();
        var late = new List<string>();
        var ahead = new Dictionary<string, DateTimeOffset>();
        foreach (var vcenter in document.VCenters.Where(vcenter => vcenter.Status != ReadStatus.Failed))
        {
            var (found, last) = await VCenterMemory.SaveAsync(session, run.RunId, time, document.Scope, vcenter);
            changes.AddRange(found ?? []);
            if (found is null)
            {
                late.Add(vcenter.Server);
            }
            else if (last is { } before && before > time.Clock.Latest)
            {
                ahead[vcenter.Server] = before;
            }
        }

        var targets = await TargetHealth.UpdateAsync(
            session,
            document.VCenters.Select(vcenter =>
                (vcenter.Server, vcenter.Status != ReadStatus.Failed, vcenter.IsReadAsExpected ? null : Problem(vcenter))),
            time);
        return run with { Changes = changes, Late = late, Ahead = ahead, Targets = targets };
    }

    private static string Problem(VCenterFacts vcenter) => vcenter.Problems is [var first, ..] ? first : "it could not be read";

    private long Count(Severity severity) => Findings.Count(finding => finding.Severity == severity);

    private static ReadStatus GetStatus(IReadOnlyList<VCenterFacts> vcenters) =>
        vcenters.All(vcenter => vcenter.Status == ReadStatus.Failed) ? ReadStatus.Failed
        : vcenters.All(vcenter => vcenter.Status == ReadStatus.Complete) ? ReadStatus.Complete
        : ReadStatus.Partial;
}
