namespace TimerProbe.Reporting.Tests;

/// <summary>The document about a SQL Server that every writer is tested on.</summary>
internal static class SampleSql
{
    public const long Argument = 1_000_000_000_000_037;

    public static SqlDocument Document { get; } = Named("DB01");

    /// <summary>The document with a name in every place that somebody else fills.</summary>
    public static SqlDocument Named(string name) => Judged(new SqlDocument
    {
        Id = Guid.Parse("0198f0c2-0000-7000-8000-000000000003"),
        Tool = new ToolInfo("0.1.0"),
        StartedAt = new DateTimeOffset(2026, 11, 21, 3, 0, 0, TimeSpan.Zero),
        Server = new SqlServerFacts
        {
            Name = name,
            Version = "16.0.4135.4",
            Edition = "Standard Edition",
            Engine = SqlServerFacts.SqlServer,
            Local = true,
            Database = name,
            TimeSource = "MULTIMEDIA_TIMER",
            VirtualMachineType = "HYPERVISOR",
            Schedulers = 8,
            TscHz = new Frequency(2_494_000_000),
            TscUncertaintyPpm = new PartsPerMillion(400),
            StartedAt = new DateTimeOffset(2026, 11, 1, 1, 0, 0, TimeSpan.Zero),
            ProfilingSessions = [],
            StatementTraces = [],
            QueryStoreCapture = "AUTO",
            ClockStepNs = new Duration(1_000_000),
            MissingRights = [new SqlMissingRight("VIEW ANY DEFINITION", "sessions of other people")],
            Unavailable = [Unavailable.Of("edition", Problem.Create(ProblemCode.Refused, $"{$"{name} does not tell"}"))],
        },
        Estimate = new SqlEstimate(75),
        Workloads =
        [
            SqlWorkloadFacts.From(SqlWorkload.Primality, Argument, 15_811_388, [30.1, 29.8, 30.4]) with { Inlineable = false },
            SqlWorkloadFacts.NotRun(SqlWorkload.PrimalityNative,
                Problem.Create(ProblemCode.Refused, $"{$"the database {name} has no memory-optimized filegroup"}")),
            SqlWorkloadFacts.From(SqlWorkload.PrimalityClient, Argument, 15_811_388, [0.21, 0.2, 0.2]),
            SqlWorkloadFacts.From(SqlWorkload.SetControl, null, 4_000_000, [1.1, 1.1, 1.2]),
            SqlWorkloadFacts.From(SqlWorkload.StatementCost, null, 200_000, [2.2, 2.1, 2.2, 2.2, 2.3, 2.2]),
            SqlWorkloadFacts.From(SqlWorkload.CommitLoop, null, 20_000, [1.9, 1.8, 2.0]),
            SqlWorkloadFacts.From(SqlWorkload.CommitOneTransaction, null, 20_000, [1.2, 1.2, 1.3]),
        ],
        StatementCostNs = new SqlStatementCost(
            new Duration(1210.5), new Duration(1180), new Duration(1250), 6, new Duration(1205), new Duration(1215)),
        ClockCallNs = new SqlClockCall(new Duration(1220.4), new Duration(1190), new Duration(1260), 8),
        Check = SampleCheck.Document with { Machine = SampleCheck.Document.Machine with { Name = name } },
        CheckAfter = SampleCheck.Document with { Machine = SampleCheck.Document.Machine with { Name = name } },
        ComparedWith = new SqlEarlierRun(
            Guid.Parse("0198f0c2-0000-7000-8000-000000000002"),
            new DateTimeOffset(2026, 10, 21, 3, 0, 0, TimeSpan.Zero),
            Normal: true,
            [SqlWorkloadFacts.From(SqlWorkload.Primality, Argument, 15_811_388, [7.1, 7.0, 7.2]),
                SqlWorkloadFacts.From(SqlWorkload.SetControl, null, 4_000_000, [1.1, 1.1, 1.2])]),
        Verdict = new SqlVerdict(SqlState.Unclear, SqlCause.Unknown, Confidence: null, ""),
        Findings = [],
        Timing = new SqlTiming(121_890),
    });

    /// <summary>The document with the verdict and the findings that its figures lead to.</summary>
    public static SqlDocument Judged(SqlDocument document)
    {
        var judged = document with { Verdict = SqlJudge.Judge(document.Measurement()) };
        return judged with { Findings = RuleCatalogue.Evaluate(judged.Facts()) };
    }
}
