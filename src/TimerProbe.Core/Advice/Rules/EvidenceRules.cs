namespace TimerProbe.Core.Advice;

/// <summary>TP218: a guest's result was joined by its name alone.</summary>
internal sealed class MatchedByNameRule() : FleetRule("TP218")
{
    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.From(facts)
        where seen.Facts.Guest is { MatchedBy: "name" }
        select seen.Seen(Severity.Warning, Confidence.Inferred,
        [
            EvidenceFactory.Text("Joined document", seen.Facts.Guest!.DocumentId.ToString(), "timerprobe check"),
            EvidenceFactory.Text("config.uuid", seen.Facts.Uuid, EvidenceFactory.VCenter),
            EvidenceFactory.Text("Host name reported by its guest", seen.Facts.GuestHostName, EvidenceFactory.VMwareTools),
            .. EvidenceFactory.Guest(seen.Facts),
        ]);

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

internal sealed class ContradictingEvidenceRule() : FleetRule("TP220")
{
    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.From(facts)
        let evidence = seen.Facts.HomeEvidence
        where evidence is { Count: > 1 } && HomeJudge.Contradicting(evidence, facts.Frequencies) is not null
        select seen.Seen(seen.IsUnknown ? Severity.Warning : Severity.Info, Confidence.Inferred,
        [
            .. evidence.Select(item =>
                EvidenceFactory.Text(
                    $"By {EvidenceFactory.GetSource(item.Source)}, {item.Certainty.ToDocumentName()}",
                    Range(item),
                    EvidenceFactory.GetSource(item.Source))),
            .. EvidenceFactory.Present(seen.Facts),
        ]);

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) => [Verification.MeasureInTheGuest()];

    private static string Range(HomeEvidence evidence) =>
        evidence.LowHz == evidence.HighHz ? $"{evidence.LowHz}" : $"{evidence.LowHz} to {evidence.HighHz}";
}
