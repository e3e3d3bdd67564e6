using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

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
