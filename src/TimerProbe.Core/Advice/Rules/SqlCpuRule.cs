using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Core.Advice.Rules;

/// <summary>TP302: SQL Server is short of CPU.</summary>
public sealed class SqlCpuRule : SqlRule
{
    /// <inheritdoc/>
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP302",
        Title = "SQL Server is short of CPU: work that reads no clock is slow too",
        Impact = "All work of the instance is slow, whether it reads the clock or not.",
        LikelyCause = "Other work on the machine, a CPU limit or quota, a busy host, or a power-saving policy.",
        Meaning = """
            The controls, which read no clock, are slow. Something keeps the server from its processors: other work in the machine, a
            limit or quota, a host with more to do than it can, or a power policy that keeps the processor slow. Whether the clock is
            slow besides cannot be told until they are fast.
            """,
        Condition = """
            The verdict's cause is `cpu`:

            - *inferred*, when a natively compiled function of SQL Server takes at least 120 ns to test a divisor, twice the slowest
              division;
            - *inferred*, when a control takes at least 1.5 times as long as in an earlier run of this instance.

            Only the server's own work says so. That this program was kept from its processors beside the workloads says nothing of the
            server.
            """,
        Severities = "Warning.",
        References = [SqlSources.Measuring, SqlSources.Cycles, Sources.CpuCounters],
    };

    /// <inheritdoc/>
    protected override IEnumerable<PlannedRemedy> Plan =>
    [
        new(
            Setting.Anywhere,
            "See what else runs, and whether the machine gets its processors",
            [
                new(Tools.TimerProbe, "timerprobe check --budget 2s"),
                new(Tools.Words, "Look at the VM's CPU ready time and limit in the hypervisor's console, and at Task Manager or top in the machine."),
            ],
            ["A server at its ordinary load may be busy enough to slow the controls: then a quieter moment tells more."]),
        SqlRemedies.RunAgain("Run the workloads again at a quieter moment", "Each workload holds one processor while it runs."),
    ];

    /// <inheritdoc/>
    protected override Observation? Observe(SqlFacts facts) => facts.Verdict is not { Cause: SqlCause.Cpu } verdict ? null : new(
        Severity.Warning,
        verdict.Confidence ?? Confidence.Inferred,
        EvidenceFactory.Of([
            SqlShown.Cost(facts, SqlWorkload.PrimalityNative),
            SqlShown.Cost(facts, SqlWorkload.SetControl),
            SqlShown.Earlier(facts),
            SqlShown.AgainstEarlier(facts, SqlWorkload.SetControl),
            SqlShown.AgainstEarlier(facts, SqlWorkload.PrimalityNative),
        ]));
}
