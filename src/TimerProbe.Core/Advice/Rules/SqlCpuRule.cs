using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class SqlCpuRule : SqlRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP302",
        Title = "SQL Server is short of CPU: work that reads no clock is slow too",
        Impact = "All work on the instance is slow, whether it reads the clock or not.",
        LikelyCause = "Other work on the machine, a CPU limit or quota, a busy host, or a power-saving policy.",
        Meaning = """
            The controls, which read no clock, are slow. Something keeps the server from getting its processors: other work on the
            machine, a limit or quota, an overloaded host, or a power policy that keeps the processor slow. Whether the clock is slow as
            well cannot be determined until they are fast.
            """,
        Condition = """
            The verdict's cause is `cpu`:

            - *inferred*, when a natively compiled function of SQL Server takes at least 120 ns to test a divisor, twice the slowest
              division;
            - *inferred*, when a control takes at least 1.5 times as long as in an earlier run of this instance.

            Only the server's own work shows this. That this program was kept from its processors during the workloads says nothing
            about the server.
            """,
        Severities = "Warning.",
        References = [SqlSources.Measuring, SqlSources.Cycles, Sources.CpuCounters],
    };

    protected override IEnumerable<PlannedRemedy> Plan =>
    [
        new(
            Setting.Anywhere,
            "See what else is running, and whether the machine gets its processors",
            [
                new(Tools.TimerProbe, "timerprobe check --budget 2s"),
                new(Tools.Words,
                    "Check the VM's CPU ready time and limit in the hypervisor's console, and Task Manager or top on the machine."),
            ],
            ["A server under its normal load may be busy enough to slow the controls: if so, a run at a quieter time tells more."]),
        SqlRemedies.RunAgain("Run the workloads again at a quieter time", "Each workload holds one processor while it runs."),
    ];

    protected override Observation? Observe(SqlFacts facts) => facts.Verdict is not { Cause: SqlCause.Cpu } verdict ? null : new(
        Severity.Warning,
        verdict.Confidence ?? Confidence.Inferred,
        EvidenceFactory.Of([
            SqlEvidence.Cost(facts, SqlWorkload.PrimalityNative),
            SqlEvidence.Cost(facts, SqlWorkload.SetControl),
            SqlEvidence.Earlier(facts),
            SqlEvidence.AgainstEarlier(facts, SqlWorkload.SetControl),
            SqlEvidence.AgainstEarlier(facts, SqlWorkload.PrimalityNative),
        ]));
}
