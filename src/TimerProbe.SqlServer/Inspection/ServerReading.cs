namespace TimerProbe.SqlServer.Inspection;

/// <summary>What a server reports of itself.</summary>
public sealed record ServerReading
{
    private static readonly Problem NotReported = NotHad("the server does not report it");

    public required ServerIdentity Identity { get; init; }

    /// <summary>How far its clock is from this machine's at least; null when it gives no time.</summary>
    public TimeSpan? ClockApart { get; init; }

    /// <summary>Whether the login has a right, by the script's name of it; without those that the server does not know.</summary>
    public required IReadOnlyDictionary<string, bool> Rights { get; init; }

    /// <summary>The figures of its machine; null when they may not be seen.</summary>
    public SystemFigures? System { get; init; }

    /// <summary>Running sessions that note each plan or statement, as <c>name (event)</c>; null when they may not be seen.</summary>
    public IReadOnlyList<string>? ProfilingSessions { get; init; }

    /// <summary>Running SQL traces of statements with the event: <c>2 (SP:StmtCompleted)</c>; null when they may not be seen.</summary>
    public IReadOnlyList<string>? StatementTraces { get; init; }

    /// <summary>True when trace flag 7412 is on; null on servers on which it means nothing.</summary>
    public bool? LiveQueryStatistics { get; init; }

    /// <summary>What the database's Query Store captures; null when the server does not say.</summary>
    public string? QueryStoreCapture { get; init; }

    /// <summary>The smallest step of the time in T-SQL; null when it was not seen to move.</summary>
    public Duration? ClockStep { get; init; }

    public IReadOnlyList<Unavailable> Unavailable { get; init; } = [];

    /// <summary>The same in the words of documents.</summary>
    public SqlServerFacts ToFacts(
        SqlServerTarget target, bool local, TickRate ticks, DateTimeOffset readAt,
        IReadOnlyCollection<SqlWorkload> workloads)
    {
        var (identity, system) = (Identity, System);
        return new SqlServerFacts
        {
            Name = identity.Name ?? target.ToString(),
            Version = identity.Version,
            Edition = identity.Edition,
            Engine = identity.Engine,
            Local = local,
            Database = identity.Database,
            TimeSource = system?.TimeSource,
            VirtualMachineType = system?.VirtualMachineType,
            Schedulers = system?.Schedulers,
            TscHz = ticks.Rate,
            TscUncertaintyPpm = ticks.Uncertainty,
            StartedAt = system?.UpSeconds is { } seconds ? readAt.AddSeconds(-seconds) : null,
            ProfilingSessions = ProfilingSessions,
            StatementTraces = StatementTraces,
            LiveQueryStatistics = LiveQueryStatistics,
            QueryStoreCapture = QueryStoreCapture,
            ClockStepNs = ClockStep,
            MissingRights = [.. GetMissingRights(workloads)],
            Unavailable = GetUnavailable(ticks),
        };
    }

    internal static Problem NotHad(string why) => Problem.Create(ProblemCode.NotTold, why);

    /// <summary>Those of the workloads come first. What another engine calls its views, and lets see, is not known.</summary>
    private IEnumerable<SqlMissingRight> GetMissingRights(IReadOnlyCollection<SqlWorkload> workloads)
    {
        var commits = workloads.Contains(SqlWorkload.CommitLoop) || workloads.Contains(SqlWorkload.CommitOneTransaction);
        if (Lacks("create_function") && (workloads.Contains(SqlWorkload.Primality) || workloads.Contains(SqlWorkload.StatementCost)))
        {
            yield return new SqlMissingRight("CREATE FUNCTION", "the interpreted function, and what a statement costs");
        }

        if (Lacks("create_procedure") && !Identity.IsMicrosoft && (commits || workloads.Contains(SqlWorkload.ClockCalls)))
        {
            yield return new SqlMissingRight("CREATE PROCEDURE", "asking for the time, and the commits");
        }

        if (Lacks("create_table") && !Identity.IsInTempdb && commits)
        {
            yield return new SqlMissingRight("CREATE TABLE", "the commits");
        }

        var (state, performance) = ("view_server_state", "view_server_performance_state");
        if (Identity.IsMicrosoft && (System is null || ProfilingSessions is null) && !Has(state) && !Has(performance)
            && (Lacks(state) || Lacks(performance)))
        {
            yield return new SqlMissingRight(
                Lacks(performance) ? "VIEW SERVER PERFORMANCE STATE" : "VIEW SERVER STATE",
                "time source, virtual machine type, schedulers, TSC rate, start of the instance, profiling sessions, waits for the log");
        }

        bool Has(string right) => Rights.GetValueOrDefault(right);
        bool Lacks(string right) => Rights.TryGetValue(right, out var may) && !may;
    }

    private List<Unavailable> GetUnavailable(TickRate ticks)
    {
        var (identity, system) = (Identity, System);
        var noSystem = GetProblem("system");
        List<(string What, bool Missing, Problem Why)> facts =
        [
            ("version", identity.Version is null, NotReported),
            ("edition", identity.Edition is null, NotReported),
            ("timeSource", system?.TimeSource is null, noSystem),
            ("virtualMachineType", system?.VirtualMachineType is null, noSystem),
            ("schedulers", system?.Schedulers is null, noSystem),
            ("tscHz", ticks.Rate is null, system is null ? noSystem : ticks.Why is { } why ? NotHad(why) : NotReported),
            ("startedAt", system?.UpSeconds is null, noSystem),
            ("statementTraces", StatementTraces is null, GetProblem("statementTraces")),
            ("liveQueryStatistics", LiveQueryStatistics is null, GetProblem("liveQueryStatistics")),
            ("queryStoreCapture", QueryStoreCapture is null, GetProblem("queryStoreCapture")),
            ("clockStepNs", ClockStep is null, GetProblem("clockStepNs")),
            ("profilingSessions", ProfilingSessions is null, GetProblem("profilingSessions")),
        ];
        return [.. facts.Where(fact => fact.Missing).Select(fact => Core.Facts.Unavailable.Of(fact.What, fact.Why))];

        Problem GetProblem(string what) => Unavailable.FirstOrDefault(one => one.What == what)?.WhyDetails ?? NotReported;
    }
}

/// <summary>Figures of <c>sys.dm_os_sys_info</c>; null where the server gave none or a zero.</summary>
public sealed record SystemFigures
{
    public long? CpuTicks { get; init; }

    public long? MillisecondTicks { get; init; }

    public int? Schedulers { get; init; }

    public string? TimeSource { get; init; }

    public string? VirtualMachineType { get; init; }

    public long? UpSeconds { get; init; }
}
