using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Core.Placement;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class ContradictingEvidenceRule : FleetRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP220",
        Title = "Sources disagree about the frequency at power-on",
        Meaning = """
            Where a virtual machine was powered on is told by several sources: its guest, vCenter's events, earlier scans, vCenter's CPU
            statistics. Here two of them tell frequencies that differ by more than the tolerance. The strongest one
            counts if it was measured or recorded; otherwise the home is unknown. The usual reasons are a host that was replaced or got
            another processor or firmware setting, an event that is missing, and a UUID that two virtual machines share.
            """,
        Condition = "Two pieces of evidence of one home do not overlap within the tolerance. *Inferred*.",
        Severities = "Info where the strongest evidence was measured or recorded, warning where the home is unknown because of it.",
        References = [Sources.MachineEvents, Sources.HostFrequency],
    };

    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.From(facts)
        let evidence = seen.Facts.HomeEvidence
        where evidence is { Count: > 1 } && HomeJudge.Contradicting(evidence, facts.Frequencies) is not null
        select seen.Seen(seen.IsUnknown ? Severity.Warning : Severity.Info, Confidence.Inferred,
        [
            .. evidence.Select(each =>
                EvidenceFactory.Text(
                    $"By {PlacementEvidence.SourceOf(each.Source)}, {each.Certainty.ToDocumentName()}",
                    Range(each),
                    PlacementEvidence.SourceOf(each.Source))),
            .. PlacementEvidence.Present(seen.Facts),
        ]);

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) => [MeasureAgain.InTheGuest()];

    private static string Range(HomeEvidence evidence) =>
        evidence.LowHz == evidence.HighHz ? $"{evidence.LowHz}" : $"{evidence.LowHz} to {evidence.HighHz}";
}
