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
            With `monitor_control.virtual_rdtsc` = FALSE, the guest reads the host's raw TSC, which is fast on every host. Each host's
            counter starts when that host boots. After any vMotion, resume or snapshot revert, it is therefore expected to jump,
            possibly backward, even between hosts with the same frequency. Where the frequencies differ, it then also runs at the new
            host's rate while the guest still assumes the old one: time runs at the wrong rate, off by the difference between the
            frequencies, until the next power cycle. A slow clock has become a wrong one. The setting is a last resort for virtual
            machines that stay on one host. Some products require it (Spanner Omni on vSphere does): where one does, a mandatory rule
            that leaves the virtual machine one host makes it safe, and removing it does not.
            """,
        Condition = """
            `monitor_control.virtual_rdtsc` is FALSE, and no mandatory (Must) rule leaves the virtual machine a single host (TP204). A
            *Should* rule is not enough: evacuating the host for maintenance breaks it.

            - It is a warning where the virtual machine is already away from home (TP201), where DRS is partially or fully automated for
              it or its automation level is not known, or where DRS is automated in its cluster and manual only for this virtual
              machine;
            - it is info where only a person moves it: DRS is manual or off in its cluster, or its host is not in a cluster.

            Partially automated DRS chooses the host at power-on, which is harmless; like manual DRS, it only recommends moves of a
            running virtual machine, which one click applies. Fully automated DRS moves it without asking. *Expected*: nobody has tried
            such a vMotion on a real host.
            """,
        Severities = "Warning; info where only a person moves it.",
        References = [Sources.VMwareTimekeeping, Sources.RawTscRequired, Sources.DrsAutomation, Sources.DrsRules],
    };

    /// <inheritdoc/>
    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.From(facts)
        let risk = RawTscRisk.From(seen)
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
        VMwareRawTsc.FindWhoRequiresIt(target.Vm),
        VMwarePower.Cycle(target.Vm) with
        {
            Fits = fleet => fleet.Machine is { Placement: Core.Facts.Placement.Away },
            Verify = Verification.Rate
        },
        VMwareRawTsc.Tie(target.Vm, target.Cluster) with { Fits = fleet => fleet.Machine is { ClusterId: not null, MustRunOn: not [_] } },
        VMwareRawTsc.TakeBack(target.Vm),
    ];
}
