using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

/// <summary>TP203: a virtual machine that reads the raw TSC may come to another frequency.</summary>
public sealed class RawTscMayMigrateRule : FleetRule
{
    /// <inheritdoc/>
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP203",
        Title = "virtual_rdtsc is FALSE and the VM may be moved: its time then jumps",
        Meaning = """
            With `monitor_control.virtual_rdtsc` = FALSE the guest reads the host's TSC as it is: fast on every host. That counter starts at each
            host's own start. After any vMotion, a resume or a snapshot revert it is therefore expected to jump, backward too, and even between
            hosts of equal frequency. Where the frequencies differ it then also runs at the new host's rate while the guest still counts with the
            old one: time runs wrong, by the difference of the frequencies, until the next power cycle. A slow clock has become a wrong one.
            The setting is a last resort, for virtual machines that stay on one host.
            """,
        Condition = """
            `monitor_control.virtual_rdtsc` is FALSE, and no rule that must be kept leaves the virtual machine a single host (TP204). A rule that
            *should* be kept is no such tie: an evacuation for maintenance breaks it.

            - It is a warning where the virtual machine is away from home already (TP201), where DRS is partially or fully automated for it or
              its automation is not known, or where DRS is automated in its cluster and manual for this virtual machine alone;
            - and an information where only a person moves it: DRS is manual or off in its cluster, or its host is in none.

            Partially automated DRS chooses the host at power-on, which is harmless; like manual DRS it only recommends moves of a running
            virtual machine, which one click applies. Fully automated DRS moves it unasked. *Expected*: nobody has tried such a vMotion
            on a real host.
            """,
        Severities = "Warning; info where only a person moves it.",
        References = [Sources.VMwareTimekeeping, Sources.DrsAutomation, Sources.DrsRules],
    };

    /// <inheritdoc/>
    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.Of(facts)
        let risk = RawTscRisk.Of(seen)
        where risk is { MayMove: true }
        select seen.Seen(risk.Severity, Confidence.Expected,
        [
            EvidenceFactory.Flag("monitor_control.virtual_rdtsc", value: false, EvidenceFactory.VCenter),
            EvidenceFactory.Text("Why it may be harmful", risk.Because, EvidenceFactory.Calculated),
            EvidenceFactory.Names("Frequency classes", [.. seen.Classes.Select(frequency => frequency.Name)], EvidenceFactory.Calculated),
            EvidenceFactory.Text("DRS automation in its cluster", seen.Cluster?.Drs, EvidenceFactory.VCenter),
            .. PlacementEvidence.Present(seen.Facts),
        ]);

    /// <inheritdoc/>
    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) =>
    [
        VMwarePower.Cycle(target.Vm) with { Fits = fleet => fleet.Machine is { Placement: Core.Facts.Placement.Away }, Verify = Verification.Rate },
        VMwareRawTsc.TakeBack(target.Vm),
        VMwareRawTsc.Tie(target.Vm, target.Cluster) with { Fits = fleet => fleet.Machine is { ClusterId: not null, MustRunOn: not [_] } },
    ];
}
