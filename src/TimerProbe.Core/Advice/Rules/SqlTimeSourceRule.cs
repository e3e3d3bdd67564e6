using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class SqlTimeSourceRule : SqlRule
{
    private const string MultimediaTimer = "MULTIMEDIA_TIMER";

    protected override RuleDescription About { get; } = new()
    {
        Id = "TP304",
        Title = "SQL Server uses the multimedia timer for time",
        Impact = "SQL Server's own times are coarser until the instance is restarted.",
        LikelyCause = "The clock was slow when SQL Server started.",
        Meaning = """
            SQL Server chooses its time source when it starts: it times ten calls of QueryPerformanceCounter and uses the counter where
            they repeatedly take few cycles, fewer than 600 (Microsoft's SQL Server support blog, of 2008 R2). MULTIMEDIA_TIMER instead
            of QUERY_PERFORMANCE_COUNTER therefore means that the counter was slow at that time, as it is on a VM whose TSC traps. SQL
            Server keeps that choice until it is restarted, even long after the clock is healthy again, and its own times are coarser.
            """,
        Condition = """
            `time_source_desc` of `sys.dm_os_sys_info` is MULTIMEDIA_TIMER. *Inferred*: why SQL Server chooses it is documented for 2008
            R2, and later versions are expected to choose likewise.
            """,
        Severities = "Warning.",
        References = [SqlSources.SysInfo, SqlSources.TimerOutputs, Sources.WindowsTimestamps],
    };

    protected override IEnumerable<PlannedRemedy> Plan =>
    [
        SqlRemedies.CheckTheMachine(),
        new(
            Setting.Anywhere,
            "Once the clock is healthy, restart SQL Server (instance downtime)",
            [new(Tools.Words,
                "Restart the instance's service in its maintenance window, using SQL Server Configuration Manager or the cluster manager.")
                ],
            ["The instance is down during the restart.", "If the clock is still slow, it may make the same choice again."])
        { Verify = SqlRemedies.Verify },
    ];

    protected override Observation? Observe(SqlFacts facts) =>
        !string.Equals(facts.Server.TimeSource, MultimediaTimer, StringComparison.OrdinalIgnoreCase) ? null : new(
            Severity.Warning,
            Confidence.Inferred,
            EvidenceFactory.Of(
                EvidenceFactory.Text("time_source_desc", facts.Server.TimeSource, SqlEvidence.SysInfo),
                EvidenceFactory.Time("The instance started", facts.Server.StartedAt, SqlEvidence.SysInfo),
                SqlEvidence.ClockCall(facts)));
}
