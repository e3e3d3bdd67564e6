using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Core.Advice.Rules;

/// <summary>TP305: statements are profiled.</summary>
public sealed class SqlProfilingRule : SqlRule
{
    /// <inheritdoc/>
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP305",
        Title = "Statements are profiled: the figures are inflated",
        Meaning = """
            A session collects the actual plan of every statement. That reads the clock many times more than usual, for all work of the
            instance, and costs most where the clock is slow. The workloads' figures are too high and compare with nothing; the
            instance's own work pays as well.
            """,
        Condition = """
            A running Extended Events session collects `query_post_execution_showplan` or a like event (*measured*). The login must be
            allowed to see sessions. Lightweight profiling, which is on from SQL Server 2019, does not count.
            """,
        Severities = "Warning.",
        References = [SqlSources.Profiling],
    };

    /// <inheritdoc/>
    protected override IEnumerable<PlannedRemedy> Plan =>
    [
        new(
            Setting.Anywhere,
            "Stop the session, if nobody needs it, and run again",
            [new(Tools.TSql, "ALTER EVENT SESSION [SESSION] ON SERVER STATE = STOP;")],
            ["Ask who started it. It starts by itself again where its STARTUP_STATE is ON."])
        { Verify = SqlRemedies.Verify },
    ];

    /// <inheritdoc/>
    protected override Observation? Observe(SqlFacts facts) => !facts.Measured.Profiled ? null : new(
        Severity.Warning,
        Confidence.Measured,
        Shown.Of(
            Shown.Names("Sessions", [.. facts.Server.ProfilingSessions!], "sys.dm_xe_sessions"),
            SqlShown.Cost(facts, SqlWorkload.Primality)));
}
