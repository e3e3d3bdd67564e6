using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

/// <summary>TP203: <c>virtual_rdtsc</c> is set, and what that does where the virtual machine is.</summary>
public sealed class RawTscRule : FleetRule
{
    /// <inheritdoc/>
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP203",
        Title = "virtual_rdtsc is set: where it is FALSE, a move makes the VM's time jump",
        Meaning = """
            With `monitor_control.virtual_rdtsc` = FALSE, the guest reads the host's raw TSC, which is fast on every host. Each host's
            counter starts when that host boots. After any vMotion, resume or snapshot revert, it is therefore expected to jump,
            possibly backward, even between hosts with the same frequency. Where the frequencies differ, it then also runs at the new
            host's rate while the guest still assumes the old one: time runs at the wrong rate, off by the difference between the
            frequencies, until the next power cycle. A slow clock has become a wrong one. The setting is a last resort for virtual
            machines that stay on one host. Some products require it (Spanner Omni on vSphere does): where one does, a mandatory rule
            that leaves the virtual machine one host makes it safe, and removing it does not. Where such a rule exists, the evidence
            says what keeps the virtual machine there and what would make the setting harmful.

            TRUE, perhaps set in the hope of a faster clock, is the default and changes nothing: the guest keeps the frequency it was
            powered on at, and reads are expected to trap on a host with a different one (TP201).
            """,
        Condition = """
            `monitor_control.virtual_rdtsc` is set (*measured*: read from vCenter). Where it is FALSE:

            - It is a warning where the virtual machine is already away from home (TP201), where DRS is partially or fully automated for
              it or its automation level is not known, or where DRS is automated in its cluster and manual only for this virtual
              machine;
            - it is info where only a person moves it: DRS is manual or off in its cluster, or its host is not in a cluster;
            - it is info, and harmless for now, where enabled mandatory VM-Host rules (Must run on hosts in group) leave the virtual
              machine a single host, so that vCenter refuses every vMotion, and it is not known to be away. A *Should* rule is not
              enough: evacuating the host for maintenance breaks it.

            Partially automated DRS chooses the host at power-on, which is harmless; like manual DRS, it only recommends moves of a
            running virtual machine, which one click applies. Fully automated DRS moves it without asking. *Expected*: nobody has tried
            such a vMotion on a real host.
            """,
        Severities = "Warning; info where only a person moves it or nothing can, and where it is TRUE.",
        References = [Sources.VMwareTimekeeping, Sources.RawTscRequired, Sources.DrsAutomation, Sources.DrsRules],
    };

    /// <inheritdoc/>
    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.From(facts)
        where seen.Facts.Settings.VirtualRdtsc is not null
        select RawTscRisk.From(seen) is { } risk ? Raw(seen, risk)
            : seen.Seen(
                Severity.Info,
                Confidence.Measured,
                EvidenceFactory.Flag("monitor_control.virtual_rdtsc", value: true, EvidenceFactory.VCenter)) with
            {
                Title = "virtual_rdtsc is TRUE: this is the default and changes nothing",
            };

    private static FleetObservation Raw(PlacedMachine seen, RawTscRisk risk) => seen.Seen(risk.Severity, Confidence.Expected,
    [
        EvidenceFactory.Flag("monitor_control.virtual_rdtsc", value: false, EvidenceFactory.VCenter),
        EvidenceFactory.Text(risk.MayMove ? "Why it may be harmful" : "Why it is harmless now", risk.Because, EvidenceFactory.Calculated),
        .. (IEnumerable<Evidence?>)(risk.MayMove
            ? [
                EvidenceFactory.Names("Frequency classes", [.. seen.Classes.Select(frequency => frequency.Name)], EvidenceFactory.Calculated),
                EvidenceFactory.Text("DRS automation in its cluster", seen.Cluster?.Drs, EvidenceFactory.VCenter),
            ]
            : [EvidenceFactory.Text("What would make it harmful", risk.WouldBe, EvidenceFactory.Calculated)]),
        .. PlacementEvidence.Present(seen.Facts),
    ]) with
    {
        Title = risk.MayMove
            ? "virtual_rdtsc is FALSE and the VM may be moved: its time then jumps"
            : "virtual_rdtsc is FALSE, but a rule keeps the VM on one host",
    };

    /// <inheritdoc/>
    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) =>
    [
        VMwareRawTsc.FindWhoRequiresIt(target.Vm) with { Fits = MayMove },
        VMwarePower.Cycle(target.Vm) with
        {
            Fits = fleet => MayMove(fleet) && fleet.Machine!.Placement == Core.Facts.Placement.Away,
            Verify = Verification.Rate
        },
        VMwareRawTsc.Tie(target.Vm, target.Cluster) with
        {
            Fits = fleet => MayMove(fleet) && fleet.Machine is { ClusterId: not null, MustRunOn: not [_] }
        },
        VMwareRawTsc.NoteWhoRequiresIt() with { Fits = fleet => IsRaw(fleet) && !MayMove(fleet) },
        VMwareRawTsc.TakeBack(target.Vm) with { Fits = IsRaw },
        VMwareRawTsc.LeaveOrTidy(target.Vm) with { Fits = fleet => !IsRaw(fleet) },
    ];

    private static bool IsRaw(FleetTarget fleet) => fleet.Machine!.Settings.VirtualRdtsc == false;

    private static bool MayMove(FleetTarget fleet) =>
        IsRaw(fleet) && fleet.Machine is { Placement: Core.Facts.Placement.Away } or { MustRunOn: not [_] };
}

/// <summary>What <c>virtual_rdtsc</c> = FALSE means where a virtual machine is.</summary>
/// <param name="Severity">How near harm is: information where only a person's own move brings it, or nothing at all.</param>
/// <param name="MayMove">Whether the machine may come, or has come, to another host. Only one that cannot is safe.</param>
/// <param name="Because">Why.</param>
/// <param name="WouldBe">What would make it harmful; null where it may move.</param>
internal sealed record RawTscRisk(Severity Severity, bool MayMove, string Because, string? WouldBe)
{
    /// <summary>The risk of a machine; null where the setting is not FALSE.</summary>
    public static RawTscRisk? From(PlacedMachine seen)
    {
        var machine = seen.Facts;
        return seen switch
        {
            _ when machine.Settings.VirtualRdtsc != false => null,
            { IsAway: true } => Harms("it is on a host with a different frequency than it was powered on at"),
            _ when machine.MustRunOn is [var only] => new(
                Severity.Info,
                MayMove: false,
                $"a Must rule leaves it one host, {only}",
                "removing that rule, or adding a second host to its group; a suspend across a host restart"),
            { Cluster: null } => ByHand("its host is not in a cluster, so nothing moves it automatically, but a manual vMotion does"),
            _ when DrsAutomation.IsAutomatic(machine.Drs) => Harms($"DRS may move it ({DrsAutomation.Describe(machine.Drs)}), {To(seen)}"),
            _ when machine.Drs == DrsAutomation.Manual && DrsAutomation.IsAutomatic(seen.Cluster.Drs) =>
                Harms($"only for this VM is DRS set to manual, and one click applies what it recommends: a move {To(seen)}"),
            _ when machine.Drs is null => Harms($"it is not known whether DRS moves it: {To(seen)}"),
            _ => ByHand(
                $"DRS does not move it automatically ({DrsAutomation.Describe(machine.Drs)}), but a manual vMotion does: {To(seen)}"),
        };
    }

    private static string To(PlacedMachine seen) => seen switch
    {
        { Classes.Count: 1, KnowsAllFrequencies: true } => "to a host with the same frequency, whose counter still has a different value",
        { Classes.Count: 0 } => "to a host with an unknown frequency",
        { Classes.Count: 1 } => "to a host that may have a different frequency",
        _ => "to a host with a different frequency too",
    };

    private static RawTscRisk Harms(string because) => new(Severity.Warning, MayMove: true, because, WouldBe: null);

    private static RawTscRisk ByHand(string because) => new(Severity.Info, MayMove: true, because, WouldBe: null);
}
