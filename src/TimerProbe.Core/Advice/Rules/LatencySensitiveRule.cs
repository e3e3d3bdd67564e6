using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class LatencySensitiveRule : FleetRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP212",
        Title = "A latency-sensitive VM may run on hosts with different frequencies",
        Meaning = """
            The latency sensitivity of this virtual machine is set to high: its work cannot tolerate delays, and such programs read the
            clock often. In a cluster with several frequency classes, a single vMotion or host failure is expected to make each of these
            reads trap (TP201). DRS prefers to leave such a machine where it is, but nothing keeps it within one class.
            """,
        Condition = """
            `config.latencySensitivity.level` is high, and the hosts it may run on (those that an enabled VM-Host rule keeps it on,
            otherwise its cluster's) belong to several frequency classes. *Expected*.
            """,
        Severities = "Warning.",
        References = [Sources.LatencySensitivity, Sources.DrsRules],
    };

    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.From(facts)
        where string.Equals(seen.Facts.Settings.LatencySensitivity, "high", StringComparison.OrdinalIgnoreCase)
        let classes = seen.Classes
        where classes.Count > 1
        select seen.Seen(Severity.Warning, Confidence.Expected,
        [
            EvidenceFactory.Text("Latency sensitivity", seen.Facts.Settings.LatencySensitivity, EvidenceFactory.VCenter),
            EvidenceFactory.Names("Frequency classes", [.. classes.Select(frequency => frequency.Name)], EvidenceFactory.Calculated),
            EvidenceFactory.Text("DRS automation", seen.Facts.Drs, EvidenceFactory.VCenter),
            .. PlacementEvidence.Present(seen.Facts),
        ]);

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) =>
        [VMwareClasses.Join(target) with { Verify = Verification.Scan }];
}
