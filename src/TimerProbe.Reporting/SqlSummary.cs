namespace TimerProbe.Reporting;

/// <summary>What a document about a SQL Server says, in the words that all its forms for people have.</summary>
public sealed record SqlSummary
{
    private SqlSummary(SqlDocument document)
    {
        var (server, verdict) = (document.Server, document.Verdict);
        State = verdict.State.ToString().ToUpperInvariant();
        var (answer, because) = (GetAnswer(verdict), CheckSummary.FirstUpper(verdict.Because));
        (answer, Because) = verdict.State == SqlState.Unclear ? (because, answer) : (answer, because);
        Answer = answer + CheckSummary.KnownBy(verdict.Confidence, verdict.Cause == SqlCause.None
            ? null
            : CheckSummary.FindRule(document.Findings, RuleCatalogue.BySqlCause.GetValueOrDefault(verdict.Cause.ToDocumentName())));
        Headline = $"{State}: {Answer}";
        Severity = verdict.State switch
        {
            SqlState.Normal => null,
            SqlState.Slow => Core.Advice.Severity.Critical,
            _ => Core.Advice.Severity.Warning,
        };
        Server = [.. ((string[])
        [
            // What another engine says of its version and edition is in its name, or made up for programs of SQL Server.
            .. server.IsCompatibleOnly() ? new[] { server.Engine } : [$"{server.Engine} {server.Version}".TrimEnd(), server.Edition ?? ""],
            server.Schedulers is { } schedulers ? Counted.Of(schedulers, Noun.Scheduler) : "",
            server.Local ? "local" : "remote",
        ]).Where(part => part.Length > 0)];
        Earlier = document.ComparedWith is { } earlier
            ? $"Earlier: the run of {earlier.StartedAt.UtcDateTime:yyyy-MM-dd HH:mm} UTC, the fastest one known."
            : null;
        Context = document.Workloads.Any(workload => workload is { Name: SqlWorkload.Primality, NsPerIteration: not null })
            ? "In the field the interpreted function took 380 to 500 ns an iteration with a fast clock and 1,600 to 2,500 ns with a slow "
                + "one, on Xeons of the 2010s. That is context: other processors differ, and no limit here comes from it."
            : null;
        Details = GetDetails(server);
    }

    public string State { get; }

    public string Answer { get; }

    public string Headline { get; }

    /// <summary>Why; of a run that does not decide, whose answer is what was found, that it does not.</summary>
    public string Because { get; }

    /// <summary>How severe the verdict is; null for a server that is normal.</summary>
    public Severity? Severity { get; }

    public IReadOnlyList<string> Server { get; }

    /// <summary>Which run this one is compared with; null without one.</summary>
    public string? Earlier { get; }

    public string? Context { get; }

    public IReadOnlyList<(string What, string Value)> Details { get; }

    public static SqlSummary From(SqlDocument document) => new(document);

    private static string GetAnswer(SqlVerdict verdict) => verdict switch
    {
        { Cause: SqlCause.Clock } => "SQL Server is slowed by its clock",
        { Cause: SqlCause.Cpu } => "SQL Server is short of CPU; work that reads no clock is slow too",
        { Cause: SqlCause.Storage } => "Commits wait for storage, not for the clock",
        { State: SqlState.Normal } => "The clock is not slow here; if SQL Server is slow, the clock is not the cause",
        { State: SqlState.Slow } => "SQL Server is slower than it was, and no known cause fits",
        _ => "This run does not show whether SQL Server is slow",
    };

    private static List<(string What, string Value)> GetDetails(SqlServerFacts server) =>
    [
        .. from detail in new[]
           {
               ("database", server.Database),
               ("time source", server.TimeSource),
               ("virtual machine", server.VirtualMachineType),
               ("TSC rate", server.TscHz is { } rate
                   ? $"{rate}, give or take {server.TscUncertaintyPpm?.Value ?? 0:0} ppm"
                   : null),
               ("clock step in T-SQL", server.ClockStepNs is { } step ? $"{step.Nanoseconds / 1000:#,0.###} us" : null),
               ("Query Store", server.QueryStoreCapture),
               ("started", server.StartedAt?.UtcDateTime.ToString("yyyy-MM-dd HH:mm 'UTC'")),
           }
           where detail.Item2 is not null
           select (detail.Item1, detail.Item2),
    ];
}
