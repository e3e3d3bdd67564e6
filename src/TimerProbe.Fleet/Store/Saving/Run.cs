namespace TimerProbe.Fleet.Store;

/// <summary>A document to be saved: its row in the table of runs, and what its kind has besides.</summary>
internal sealed record Run(
    Guid DocumentId, string Kind, string Schema, DateTimeOffset StartedAt, string Subject, string State, IReadOnlyList<Finding> Findings)
{
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
        Conclude = (session, run, time) => SqlSaving.SaveAsync(session, document, run, time),
    };

    public static Run From(ScanDocument document) => new(
        document.Id, RunKinds.Scan, document.Schema, document.StartedAt,
        string.Join(", ", document.VCenters.Select(vcenter => vcenter.Server)),
        GetStatus(document.VCenters).ToDocumentName(), document.Findings)
    {
        IsAnonymized = document.Anonymized,
        Conclude = (session, run, time) => ScanSaving.SaveAsync(session, document, run, time),
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

    private long Count(Severity severity) => Findings.Count(finding => finding.Severity == severity);

    private static ReadStatus GetStatus(IReadOnlyList<VCenterFacts> vcenters) =>
        vcenters.All(vcenter => vcenter.Status == ReadStatus.Failed) ? ReadStatus.Failed
        : vcenters.All(vcenter => vcenter.Status == ReadStatus.Complete) ? ReadStatus.Complete
        : ReadStatus.Partial;
}
