using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

/// <summary>TP304: SQL Server chose the multimedia timer.</summary>
public sealed class SqlTimeSourceRule : SqlRule
{
    private const string MultimediaTimer = "MULTIMEDIA_TIMER";

    /// <inheritdoc/>
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP304",
        Title = "SQL Server keeps time by the multimedia timer",
        Impact = "SQL Server's own times are coarser until the instance is restarted.",
        LikelyCause = "The clock was slow when SQL Server started.",
        Meaning = """
            SQL Server chooses its time source when it starts. MULTIMEDIA_TIMER instead of QUERY_PERFORMANCE_COUNTER suggests that the
            performance counter was slow or doubtful then, as it is on a VM whose TSC traps. It keeps the choice until it is restarted,
            also when the clock has long been well, and its own times are coarser.
            """,
        Condition = "`time_source_desc` of `sys.dm_os_sys_info` is MULTIMEDIA_TIMER. Why SQL Server chose it is *expected*, not documented.",
        Severities = "Warning.",
        References = [SqlSources.SysInfo, Sources.WindowsTimestamps],
    };

    /// <inheritdoc/>
    protected override IEnumerable<PlannedRemedy> Plan =>
    [
        SqlRemedies.CheckTheMachine(),
        new(
            Setting.Anywhere,
            "Once the clock is healthy, restart SQL Server (instance downtime)",
            [new(Tools.Words, "Restart the service of the instance in its maintenance window, by SQL Server Configuration Manager or the cluster's manager.")],
            ["The instance is down for the time of the restart.", "While the clock is slow it may choose the same again."])
        { Verify = SqlRemedies.Verify },
    ];

    /// <inheritdoc/>
    protected override Observation? Observe(SqlFacts facts) =>
        !string.Equals(facts.Server.TimeSource, MultimediaTimer, StringComparison.OrdinalIgnoreCase) ? null : new(
            Severity.Warning,
            Confidence.Expected,
            EvidenceFactory.Of(
                EvidenceFactory.Text("time_source_desc", facts.Server.TimeSource, SqlShown.SysInfo),
                EvidenceFactory.Time("The instance started", facts.Server.StartedAt, SqlShown.SysInfo),
                SqlShown.ClockCall(facts)));
}
