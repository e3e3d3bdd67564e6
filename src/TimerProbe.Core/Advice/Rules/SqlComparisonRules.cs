using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Core.Advice.Rules;

/// <summary>TP306: the login may not see all.</summary>
public sealed class SqlRightsRule : SqlRule
{
    /// <inheritdoc/>
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP306",
        Title = "The login lacks permissions that would help",
        Impact = "Part of the evidence is missing; the workloads themselves need no such permission.",
        LikelyCause = "The login lacks a permission to view the server's state.",
        Meaning = """
            Some facts about the server could not be read because a permission is missing. The workloads need none of them; what is
            missing is the time source, the TSC's rate, the instance's start time or running profiling sessions, and so part of the
            evidence.
            """,
        Condition =
            "The server refused a query with a permission error (*measured*). The evidence names each permission and what it is for.",
        Severities = "Info.",
        References = [SqlSources.ServerState, SqlSources.SysInfo],
    };

    /// <inheritdoc/>
    protected override IEnumerable<PlannedRemedy> Plan =>
    [
        new(
            Setting.Anywhere,
            "Let the login see the server's state",
            [
                new(Tools.TSql, """
                    USE master;
                    -- SQL Server 2022 and later:
                    GRANT VIEW SERVER PERFORMANCE STATE TO [LOGIN];
                    -- earlier versions:
                    -- GRANT VIEW SERVER STATE TO [LOGIN];
                    """),
            ],
            [
                "The permission only allows viewing; it cannot change anything. Anyone with CONTROL SERVER can grant it.",
                "On Azure SQL Database, the permission is VIEW DATABASE STATE, in the database itself; the small service objectives require the "
                    + "server role ##MS_ServerStateReader## instead.",
            ])
        { Verify = SqlRemedies.Verify },
    ];

    /// <inheritdoc/>
    protected override Observation? Observe(SqlFacts facts) => facts.Server.MissingRights.Count == 0 ? null : new(
        Severity.Info,
        Confidence.Measured,
        EvidenceFactory.Of(
            facts.Server.MissingRights.Select(missing => EvidenceFactory.Text(missing.Right, missing.For, "refused by the server"))));
}

/// <summary>TP307: the run cannot be compared.</summary>
public sealed class SqlNotComparableRule : SqlRule
{
    /// <inheritdoc/>
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP307",
        Title = "The interpreted function's figure cannot be compared",
        Impact = "The function's figure cannot be compared with earlier runs; the other figures are valid.",
        LikelyCause = "The function can be inlined, ran fewer than three times, or ran with a different number of sessions before.",
        Meaning =
            "The function ran, but not in a way that allows its figure to be compared with an earlier one. The other figures are valid.",
        Condition = """
            Any of these (*measured*):

            - the server may have inlined the function's body into its caller's plan: then no statement was interpreted;
            - it ran fewer than three times, or the server reported no time for it;
            - there is an earlier run, but with a different number of concurrent sessions, or without enough figures.
            """,
        Severities = "Info.",
        References = [SqlSources.Inlining, SqlSources.Measuring],
    };

    /// <inheritdoc/>
    protected override IEnumerable<PlannedRemedy> Plan =>
        [SqlRemedies.RunAgain(
            "Run again as before: the same number of sessions, three runs or more",
            "An earlier run is kept as is: its figures do not change.")];

    /// <inheritdoc/>
    protected override Observation? Observe(SqlFacts facts) => WhyNot(facts.Measured) is not { } why ? null : new(
        Severity.Info,
        Confidence.Measured,
        EvidenceFactory.Of(
            EvidenceFactory.Text("Why not", why, "the runs"), SqlEvidence.Cost(facts, SqlWorkload.Primality), SqlEvidence.Earlier(facts)));

    private static string? WhyNot(SqlMeasurement measured) => measured.Workload(SqlWorkload.Primality) switch
    {
        null or { Skipped: not null } => null,
        { Inlineable: true } => "the function can be inlined",
        var now when now.PerIteration() is null => "fewer than three runs with a time",
        _ when measured.Earlier is null || measured.AgainstEarlier(SqlWorkload.Primality) is not null => null,
        _ => "the earlier run had a different number of concurrent sessions, or too few runs",
    };
}

/// <summary>TP308: there is nothing to compare with.</summary>
public sealed class SqlNoReferenceRule : SqlRule
{
    /// <inheritdoc/>
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP308",
        Title = "There is nothing to compare the figures with",
        Impact = "These figures cannot show whether the instance is slow.",
        LikelyCause = "There is no earlier run, no native module and no check of the server's machine to compare with.",
        Meaning = """
            The workloads ran, but a number of seconds alone says nothing: a different processor or version makes as much difference as
            a clock. Figures seen in the field, 380 to 500 ns per iteration when fast and 1,600 to 2,500 ns when slow on Xeons of the
            2010s, are context, not a limit.
            """,
        Condition = """
            The verdict is `unclear`: no usable check of the server's machine, no statement cost and no conclusive control, and no
            earlier run that was normal or clearly faster. Engines other than SQL Server have no limits, only comparisons.
            """,
        Severities = "Info.",
        References = [SqlSources.Measuring],
    };

    /// <inheritdoc/>
    protected override IEnumerable<PlannedRemedy> Plan =>
    [
        SqlRemedies.CheckTheMachine(),
        new(
            Setting.Anywhere,
            "Measure from anywhere what a statement costs next to a control",
            [new(Tools.TimerProbe, "timerprobe sql --workload statementCost setControl")],
            ["Below 200 ns the clock is not slow; 1 us or more, and 10 times a row of the control, is expected of a slow one. This requires CREATE FUNCTION."])
        {
            Verify = SqlRemedies.Verify,
            Suits = facts => facts.Measured is { IsSqlServer: true, StatementCost: null },
        },
        SqlRemedies.SaveRun(),
    ];

    /// <inheritdoc/>
    protected override Observation? Observe(SqlFacts facts) =>
        facts.Verdict.State != SqlState.Unclear || facts.Measured.Recorded || SqlJudge.HasReference(facts.Measured)
            ? null
            : new(Severity.Info, Confidence.Measured, EvidenceFactory.Of(
                SqlEvidence.Cost(facts, SqlWorkload.Primality),
                SqlEvidence.Cost(facts, SqlWorkload.SetControl),
                SqlEvidence.Cost(facts, SqlWorkload.PrimalityClient)));
}

/// <summary>TP309: the server is not Microsoft's.</summary>
public sealed class SqlCompatibleRule : SqlRule
{
    /// <inheritdoc/>
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP309",
        Title = "The server only speaks SQL Server's protocol: some figures are missing",
        Impact = "Some figures are missing, and limits that apply to SQL Server may not apply here.",
        LikelyCause = "Another product speaks SQL Server's protocol.",
        Meaning = """
            Another product speaks SQL Server's protocol. Its views may contain zeros or nothing where SQL Server has figures; these are
            shown as not available. It has its own interpreter, so what is known about SQL Server's statements and clocks may not apply.
            """,
        Condition = "The server identifies itself as an engine other than SQL Server or Azure SQL (*measured*).",
        Severities = "Info.",
        References = [SqlSources.SysInfo],
    };

    /// <inheritdoc/>
    protected override IEnumerable<PlannedRemedy> Plan => [SqlRemedies.CheckTheMachine()];

    /// <inheritdoc/>
    protected override Observation? Observe(SqlFacts facts) => !SqlEngines.IsCompatibleOnly(facts.Server.Engine) ? null : new(
        Severity.Info,
        Confidence.Measured,
        EvidenceFactory.Of([
            EvidenceFactory.Text("Engine", facts.Server.Engine, "@@VERSION"),
            .. facts.Server.Unavailable.Select(missing =>
                EvidenceFactory.Text($"Not available: {missing.What}", missing.Why, "the server")),
        ]));
}
