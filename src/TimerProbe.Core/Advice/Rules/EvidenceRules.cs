using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Core.Placement;

namespace TimerProbe.Core.Advice.Rules;

/// <summary>TP218: a guest's result was joined by its name alone.</summary>
public sealed class MatchedByNameRule : FleetRule
{
    /// <inheritdoc/>
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP218",
        Title = "The guest's result was matched to the VM by name only",
        Meaning = """
            Names are not unique, and a guest may have a different name than its virtual machine. What other findings say about this
            virtual machine's measured clock may belong to another one. The SMBIOS UUID, which both sides know, would settle it.
            """,
        Condition = """
            A document from `--guest-results` has no SMBIOS UUID, or one that no virtual machine has in either byte order, and its
            machine name is that of this virtual machine. *Inferred*.
            """,
        Severities = "Warning.",
        References = [Sources.MachineUuid],
    };

    /// <inheritdoc/>
    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.From(facts)
        where seen.Facts.Guest is { MatchedBy: "name" }
        select seen.Seen(Severity.Warning, Confidence.Inferred,
        [
            EvidenceFactory.Text("Joined document", seen.Facts.Guest!.DocumentId.ToString(), "timerprobe check"),
            EvidenceFactory.Text("config.uuid", seen.Facts.Uuid, EvidenceFactory.VCenter),
            EvidenceFactory.Text("Host name reported by its guest", seen.Facts.GuestHostName, EvidenceFactory.VMwareTools),
            .. PlacementEvidence.Guest(seen.Facts),
        ]);

    /// <inheritdoc/>
    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) => [Compare(target.Vm)];

    private static PlannedRemedy Compare(VmName vm) => new(
        Setting.VMware,
        "Compare the guest's SMBIOS UUID with vCenter's, and measure again",
        [
            new(Tools.TimerProbe, """
                timerprobe check --output json --out check.json
                # machine.smbiosUuid in check.json must be the VM's config.uuid; its first three groups may be in the other byte order
                """),
            new(Tools.PowerCli, $"""
                {vm.GetVm}
                $vm.ExtensionData.Config.Uuid
                """),
            new(Tools.Govc, $"""
                govc vm.info {vm.GovcTarget} | grep UUID
                """),
        ],
        ["If the document has no UUID, its `unavailable` says why. Anonymized documents (`--anonymize`) match by neither UUID nor name."])
    {
        Verify = Verification.Scan,
    };
}

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
