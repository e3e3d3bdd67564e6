namespace TimerProbe.SqlServer.Inspection;

/// <summary>Says what a server reports of itself in the words of documents.</summary>
public static class ServerDescription
{
    private static readonly Problem NotReported = NotHad("the server does not report it");

    public static SqlServerFacts Create(
        ServerReading reading, SqlServerTarget target, bool local, TickRate ticks, DateTimeOffset readAt,
        IReadOnlyCollection<SqlWorkload> workloads)
    {
        ArgumentNullException.ThrowIfNull(reading);
        ArgumentNullException.ThrowIfNull(target);
        ArgumentNullException.ThrowIfNull(ticks);
        var (identity, system) = (reading.Identity, reading.System);
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
            ProfilingSessions = reading.ProfilingSessions,
            StatementTraces = reading.StatementTraces,
            LiveQueryStatistics = reading.LiveQueryStatistics,
            QueryStoreCapture = reading.QueryStoreCapture,
            ClockStepNs = reading.ClockStep,
            MissingRights = [.. MissingRights(reading, workloads)],
            Unavailable = Unavailable(reading, ticks),
        };
    }

    internal static Problem NotHad(string why) => Problem.Create(ProblemCode.NotTold, why);

    /// <summary>Those of the workloads come first. What another engine calls its views, and lets see, is not known.</summary>
    private static IEnumerable<SqlMissingRight> MissingRights(ServerReading reading, IReadOnlyCollection<SqlWorkload> workloads)
    {
        var server = reading.Identity;
        var commits = workloads.Contains(SqlWorkload.CommitLoop) || workloads.Contains(SqlWorkload.CommitOneTransaction);
        if (Lacks("create_function") && (workloads.Contains(SqlWorkload.Primality) || workloads.Contains(SqlWorkload.StatementCost)))
        {
            yield return new SqlMissingRight("CREATE FUNCTION", "the interpreted function, and what a statement costs");
        }

        if (Lacks("create_procedure") && !server.IsMicrosoft && (commits || workloads.Contains(SqlWorkload.ClockCalls)))
        {
            yield return new SqlMissingRight("CREATE PROCEDURE", "asking for the time, and the commits");
        }

        if (Lacks("create_table") && !server.IsInTempdb && commits)
        {
            yield return new SqlMissingRight("CREATE TABLE", "the commits");
        }

        var (state, performance) = ("view_server_state", "view_server_performance_state");
        if (server.IsMicrosoft && (reading.System is null || reading.ProfilingSessions is null) && !Has(state) && !Has(performance)
            && (Lacks(state) || Lacks(performance)))
        {
            yield return new SqlMissingRight(
                Lacks(performance) ? "VIEW SERVER PERFORMANCE STATE" : "VIEW SERVER STATE",
                "time source, virtual machine type, schedulers, TSC rate, start of the instance, profiling sessions, waits for the log");
        }

        bool Has(string right) => reading.Rights.GetValueOrDefault(right);
        bool Lacks(string right) => reading.Rights.TryGetValue(right, out var may) && !may;
    }

    private static List<Unavailable> Unavailable(ServerReading reading, TickRate ticks)
    {
        var (identity, system) = (reading.Identity, reading.System);
        var noSystem = Why("system");
        List<(string What, bool Missing, Problem Why)> facts =
        [
            ("version", identity.Version is null, NotReported),
            ("edition", identity.Edition is null, NotReported),
            ("timeSource", system?.TimeSource is null, noSystem),
            ("virtualMachineType", system?.VirtualMachineType is null, noSystem),
            ("schedulers", system?.Schedulers is null, noSystem),
            ("tscHz", ticks.Rate is null, system is null ? noSystem : ticks.Why is { } why ? NotHad(why) : NotReported),
            ("startedAt", system?.UpSeconds is null, noSystem),
            ("statementTraces", reading.StatementTraces is null, Why("statementTraces")),
            ("liveQueryStatistics", reading.LiveQueryStatistics is null, Why("liveQueryStatistics")),
            ("queryStoreCapture", reading.QueryStoreCapture is null, Why("queryStoreCapture")),
            ("clockStepNs", reading.ClockStep is null, Why("clockStepNs")),
            ("profilingSessions", reading.ProfilingSessions is null, Why("profilingSessions")),
        ];
        return [.. facts.Where(fact => fact.Missing).Select(fact => Core.Facts.Unavailable.Of(fact.What, fact.Why))];

        Problem Why(string what) => reading.Unavailable.FirstOrDefault(one => one.What == what)?.WhyDetails ?? NotReported;
    }
}
