using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Core.Advice.Rules;

/// <summary>TP203: a virtual machine that reads the raw TSC may come to another frequency.</summary>
public sealed class RawTscMayMigrateRule : FleetRule
{
    /// <inheritdoc/>
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP203",
        Title = "monitor_control.virtual_rdtsc is FALSE and the virtual machine may come to a host of another frequency",
        Meaning = """
            With `monitor_control.virtual_rdtsc` = FALSE the guest reads the host's TSC as it is: fast on every host, but after a vMotion,
            a resume or a snapshot revert it is expected to jump, and to run at the new host's rate while the guest still counts with
            the old one. Time then runs wrong in the guest, by the difference of the frequencies, until the next power cycle: a slow
            clock has become a wrong one. The setting is a last resort, for virtual machines that stay on hosts of one frequency.
            """,
        Condition = """
            `monitor_control.virtual_rdtsc` is FALSE, and

            - the virtual machine is away from home already (TP201);
            - or the hosts it may run on (those an enabled VM-Host rule keeps it on, else its cluster's) are of several frequency
              classes, or of unknown ones, and DRS is partially or fully automated for it, or its automation is not known;
            - or the classes are several, DRS is automated in its cluster and manual for this virtual machine alone.

            Partially automated DRS chooses the host at power-on, which is harmless; like manual DRS it only recommends moves of a running
            virtual machine, which one click applies. Fully automated DRS moves it unasked. *Expected*: nobody has tried such a vMotion
            on a real host.
            """,
        Severities = "Warning.",
        References = [Sources.VMwareTimekeeping, Sources.DrsAutomation, Sources.DrsRules],
    };

    /// <inheritdoc/>
    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.Of(facts)
        let risk = RawTscRisk.Of(seen)
        where risk is { Harmful: true }
        select seen.Seen(Severity.Warning, Confidence.Expected,
        [
            Shown.Flag("monitor_control.virtual_rdtsc", value: false, Shown.VCenter),
            Shown.Text("Why it may be harmful", risk.Because, Shown.Calculated),
            Shown.Names("Frequency classes", [.. seen.Classes.Select(frequency => frequency.Name)], Shown.Calculated),
            Shown.Text("DRS automation in its cluster", seen.Cluster?.Drs, Shown.VCenter),
            .. PlacementEvidence.Present(seen.Facts),
        ]);

    /// <inheritdoc/>
    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) =>
    [
        VMwarePower.Cycle(target.Vm) with { Fits = fleet => fleet.Machine is { Placement: Core.Facts.Placement.Away }, Verify = Verification.Rate },
        VMwareClasses.Join(target) with { Verify = Verification.Scan },
        VMwareRawTsc.TakeBack(target.Vm),
    ];
}
