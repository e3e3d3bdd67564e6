using System.Globalization;

namespace TimerProbe.SqlServer.Inspection;

/// <summary>Says what a server reports of itself in the words of documents.</summary>
public static class ServerDescription
{
    private static readonly Problem NotReported = NotHad("the server does not report it");

    /// <summary>The facts of an instance.</summary>
    /// <param name="reading">What it reports.</param>
    /// <param name="target">Gives the name of an instance that reports none.</param>
    /// <param name="local">True when it runs on this machine.</param>
    /// <param name="ticks">The rate of its counter.</param>
    /// <param name="readAt">When it was read.</param>
    public static SqlServerFacts Create(ServerReading reading, SqlServerTarget target, bool local, TickRate ticks, DateTimeOffset readAt)
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
            MissingRights = MissingRights(reading),
            Unavailable = Unavailable(reading, ticks),
        };
    }

    internal static Problem NotHad(string why) => Problem.Create(SqlProblem.NotTold, $"{ProblemArgument.Term(why)}");

    /// <summary>VIEW SERVER STATE holds the newer right; a server that knows neither is asked for neither.</summary>
    private static SqlMissingRight[] MissingRights(ServerReading reading)
    {
        if (reading is { System: not null, ProfilingSessions: not null })
        {
            return [];
        }

        const string ForWhat = "time source, virtual machine type, schedulers, TSC rate, start of the instance, profiling sessions, waits for the log";
        return reading switch
        {
            { ViewServerState: true } or { ViewServerPerformanceState: true } => [],
            { ViewServerPerformanceState: false } => [new SqlMissingRight("VIEW SERVER PERFORMANCE STATE", ForWhat)],
            { ViewServerState: false } => [new SqlMissingRight("VIEW SERVER STATE", ForWhat)],
            _ => [],
        };
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

/// <summary>What answers as a SQL Server.</summary>
public sealed record ServerIdentity
{
    /// <summary>SQL Server 2014, whose syntax is supposed when a server gives no version.</summary>
    private const int OldestVersion = 12;

    private const int AzureSyntax = 17;

    /// <summary>The instance's name as it says itself.</summary>
    public string? Name { get; init; }

    /// <summary>The name of the machine the instance says it runs on; of a failover cluster, its network name.</summary>
    public string? MachineName { get; init; }

    /// <summary>The name of the computer it runs on right now: of a failover cluster, the node.</summary>
    public string? PhysicalName { get; init; }

    /// <summary>The product's version, such as <c>16.0.4135.4</c>.</summary>
    public string? Version { get; init; }

    /// <summary>The edition, such as <c>Standard Edition (64-bit)</c>.</summary>
    public string? Edition { get; init; }

    /// <summary>
    /// <c>SQL Server</c>, <c>Azure SQL Database</c>, <c>Azure SQL Managed Instance</c>, or what a compatible server calls itself.
    /// </summary>
    public required string Engine { get; init; }

    /// <summary>True for Microsoft's own engine, which has application locks and keeps what its version promises.</summary>
    public required bool IsMicrosoft { get; init; }

    /// <summary>The major version whose syntax the server accepts. Azure SQL always says 12 and is as new as can be.</summary>
    public required int SyntaxVersion { get; init; }

    /// <summary>The database the workloads run in.</summary>
    public string? Database { get; init; }

    /// <param name="versionText"><c>@@VERSION</c>.</param>
    /// <param name="productVersion">The server property <c>ProductVersion</c>.</param>
    /// <param name="engineEdition">The server property <c>EngineEdition</c>: 5, 6, 8, 11 and 12 are Azure services.</param>
    internal static (
        string Engine, bool IsMicrosoft, int SyntaxVersion) Understand(string? versionText, string? productVersion, int? engineEdition)
    {
        var firstLine = (versionText ?? "").Split('\n', 2)[0].Trim();
        var isMicrosoft = firstLine.StartsWith("Microsoft SQL", StringComparison.OrdinalIgnoreCase)
            || firstLine.StartsWith("Microsoft Azure SQL", StringComparison.OrdinalIgnoreCase);
        if (!isMicrosoft)
        {
            // A compatible server keeps to the syntax of the oldest version, whatever it claims.
            return (firstLine.Length == 0 ? "unknown" : firstLine, IsMicrosoft: false, OldestVersion);
        }

        if (engineEdition is 5 or 6 or 8 or 11 or 12 || firstLine.StartsWith("Microsoft SQL Azure", StringComparison.OrdinalIgnoreCase))
        {
            return (engineEdition == 8 ? "Azure SQL Managed Instance" : "Azure SQL Database", IsMicrosoft: true, AzureSyntax);
        }

        var major = (productVersion ?? "").Split('.', 2)[0];
        var version = int.TryParse(major, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number > 0
            ? number
            : OldestVersion;
        var isEdge = firstLine.Contains("SQL Edge", StringComparison.OrdinalIgnoreCase);
        return (isEdge ? "Azure SQL Edge" : "SQL Server", IsMicrosoft: true, version);
    }
}
