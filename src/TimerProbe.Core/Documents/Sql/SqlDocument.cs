namespace TimerProbe.Core.Documents;

/// <summary>What <c>timerprobe sql</c> found on one SQL Server instance.</summary>
public sealed record SqlDocument : IConcludedDocument<SqlDocument>
{
    /// <summary>The name and version of this document's form.</summary>
    public const string SchemaName = "timerprobe.sql/1";

    /// <summary>The name and version of this form.</summary>
    public string Schema { get; init => field = value ?? SchemaName; } = SchemaName;

    /// <summary>A UUID of version 7 (RFC 9562), so that ids sort by time.</summary>
    public required Guid Id { get; init; }

    /// <summary>The program that made the document.</summary>
    public required ToolInfo Tool { get; init; }

    /// <summary>When the command started.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>Whether names are pseudonyms.</summary>
    public bool Anonymized { get; init; }

    /// <summary>The instance, by what it reports of itself.</summary>
    public required SqlServerFacts Server { get; init; }

    /// <summary>What the run was expected to cost before it began; null when nothing was estimated.</summary>
    public SqlEstimate? Estimate { get; init; }

    /// <summary>The workloads, skipped ones with their reason.</summary>
    public required IReadOnlyList<SqlWorkloadFacts> Workloads { get; init; }

    /// <summary>What one more T-SQL statement costs; null when it was not measured.</summary>
    public SqlStatementCost? StatementCostNs { get; init; }

    /// <summary>What asking for the time costs inside the server; null when it was not measured.</summary>
    public SqlClockCall? ClockCallNs { get; init; }

    /// <summary>This machine's clocks right before the workloads; null when the instance runs elsewhere.</summary>
    public CheckDocument? Check { get; init; }

    /// <summary>This machine's clocks right after the workloads; null when the instance runs elsewhere.</summary>
    public CheckDocument? CheckAfter { get; init; }

    /// <summary>The earlier run this one is compared with; null without one.</summary>
    public SqlEarlierRun? ComparedWith { get; init; }

    /// <summary>The verdict about the server.</summary>
    public required SqlVerdict Verdict { get; init; }

    /// <summary>What is worth knowing, the most severe first.</summary>
    public required IReadOnlyList<Finding> Findings { get; init; }

    /// <summary>What a configuration keeps out of the findings; null when it keeps out nothing.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public MutingFacts? Muting { get; init; }

    /// <summary>What the command itself cost.</summary>
    public required SqlTiming Timing { get; init; }

    public SqlMeasurement Measurement() => new()
    {
        Server = Server,
        Workloads = Workloads,
        StatementCost = StatementCostNs,
        ClockCall = ClockCallNs,
        Check = Check,
        CheckAfter = CheckAfter,
        Earlier = ComparedWith,
    };

    public SqlFacts Facts() =>
        new(Measurement(), Verdict) { CheckFindings = [.. (Check?.Findings ?? []).Concat(CheckAfter?.Findings ?? [])] };

    public SqlDocument WithFindings((IReadOnlyList<Finding> Active, MutingFacts? Muting) divided) =>
        this with { Findings = divided.Active, Muting = divided.Muting };

    /// <summary>
    /// The earlier run that a run is compared with: of the same instance and major version, with nothing that recorded its
    /// statements, in which an iteration of the interpreted function was fastest; null when there is none.
    /// </summary>
    public static SqlEarlierRun? FastestEarlier(SqlServerFacts server, IEnumerable<SqlDocument> documents) => documents
        .Where(document => IsSame(server, document.Server) && !document.Server.RecordsStatements())
        .Select(document => (Document: document, document.Measurement().Cost(SqlWorkload.Primality)?.Median))
        .Where(run => run.Median is not null)
        .OrderBy(run => run.Median)
        .Select(run => run.Document)
        .Select(run => new SqlEarlierRun(run.Id, run.StartedAt, run.Verdict.State == SqlState.Normal, run.Workloads)
        {
            StatementCostNs = run.StatementCostNs,
        })
        .FirstOrDefault();

    private static bool IsSame(SqlServerFacts one, SqlServerFacts other) =>
        string.Equals(one.Name, other.Name, StringComparison.OrdinalIgnoreCase)
            && one.Engine == other.Engine
            && Major(one) == Major(other);

    private static string? Major(SqlServerFacts server) => server.Version?.Split('.')[0];
}

/// <summary>The load a run was expected to make on one processor.</summary>
/// <param name="Seconds">How long it would last.</param>
public sealed record SqlEstimate(double Seconds);

/// <summary>What a run cost.</summary>
/// <param name="TotalMs">Wall-clock time from the process's start to the document.</param>
public sealed record SqlTiming(double TotalMs);
