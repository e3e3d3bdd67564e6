using Risk = (TimerProbe.Core.Advice.Severity Severity, bool MayMove, string Because, string? WouldBe);

namespace TimerProbe.Core.Advice;

/// <summary>Rules about the settings of a virtual machine.</summary>
internal static class SettingRules
{
    public static readonly FleetRule RawTsc = new("TP203")
    {
        Observe = facts =>
            from seen in PlacedMachine.From(facts)
            where seen.Facts.Settings.VirtualRdtsc is not null
            select GetRisk(seen) is { } risk ? Raw(seen, risk)
                : seen.Seen(
                    Severity.Info, Confidence.Measured, EvidenceFactory.Flag(VirtualRdtsc, value: true, EvidenceFactory.VCenter)) with
                {
                    Title = "virtual_rdtsc is TRUE: this is the default and changes nothing",
                },
        Plan = target =>
        [
            VMwareRawTsc.FindWhoRequiresIt(target.Vm) with { Fits = MayMove },
            VMwarePower.Cycle(target.Vm) with
            {
                Fits = fleet => MayMove(fleet) && fleet.Machine!.Placement == Core.Facts.Placement.Away,
                Verify = Verification.Rate,
            },
            VMwareRawTsc.Tie(target.Vm, target.Cluster) with
            {
                Fits = fleet => MayMove(fleet) && fleet.Machine is { ClusterId: not null, MustRunOn: not [_] },
            },
            VMwareRawTsc.NoteWhoRequiresIt() with { Fits = fleet => IsRaw(fleet) && !MayMove(fleet) },
            VMwareRawTsc.TakeBack(target.Vm) with { Fits = IsRaw },
            VMwareRawTsc.LeaveOrTidy(target.Vm) with { Fits = fleet => !IsRaw(fleet) },
        ],
    };

    private const string VirtualRdtsc = "monitor_control.virtual_rdtsc";

    private static FleetObservation Raw(PlacedMachine seen, Risk risk) => seen.Seen(risk.Severity, Confidence.Expected,
    [
        EvidenceFactory.Flag(VirtualRdtsc, value: false, EvidenceFactory.VCenter),
        EvidenceFactory.Text(risk.MayMove ? "Why it may be harmful" : "Why it is harmless now", risk.Because, EvidenceFactory.Calculated),
        .. (IEnumerable<Evidence?>)(risk.MayMove
            ? [
                EvidenceFactory.Names("Frequency classes", [.. seen.Classes.Select(frequency => frequency.Name)], EvidenceFactory.Calculated),
                EvidenceFactory.Text("DRS automation in its cluster", seen.Cluster?.Drs, EvidenceFactory.VCenter),
            ]
            : [EvidenceFactory.Text("What would make it harmful", risk.WouldBe, EvidenceFactory.Calculated)]),
        .. EvidenceFactory.Present(seen.Facts),
    ]) with
    {
        Title = risk.MayMove
            ? "virtual_rdtsc is FALSE and the VM may be moved: its time then jumps"
            : "virtual_rdtsc is FALSE, but a rule keeps the VM on one host",
    };

    private static bool IsRaw(FleetTarget fleet) => fleet.Machine!.Settings.VirtualRdtsc == false;

    private static bool MayMove(FleetTarget fleet) =>
        IsRaw(fleet) && fleet.Machine is { Placement: Core.Facts.Placement.Away } or { MustRunOn: not [_] };

    /// <summary>What FALSE means for a machine, with what would make it harmful; null where it may move, or is not FALSE.</summary>
    private static Risk? GetRisk(PlacedMachine seen)
    {
        var machine = seen.Facts;
        return seen switch
        {
            _ when machine.Settings.VirtualRdtsc != false => null,
            { IsAway: true } => Harms("it is on a host with a different frequency than it was powered on at"),
            _ when machine.MustRunOn is [var only] => (
                Severity.Info,
                false,
                $"a Must rule leaves it one host, {only}",
                "removing that rule, or adding a second host to its group; a suspend across a host restart"),
            { Cluster: null } => ByHand("its host is not in a cluster, so nothing moves it automatically, but a manual vMotion does"),
            _ when ClusterFacts.IsDrsAutomatic(machine.Drs) => Harms($"DRS may move it ({ClusterFacts.DescribeDrs(machine.Drs)}), {To(seen)}"),
            _ when machine.Drs == "manual" && ClusterFacts.IsDrsAutomatic(seen.Cluster.Drs) =>
                Harms($"only for this VM is DRS set to manual, and one click applies what it recommends: a move {To(seen)}"),
            _ when machine.Drs is null => Harms($"it is not known whether DRS moves it: {To(seen)}"),
            _ => ByHand(
                $"DRS does not move it automatically ({ClusterFacts.DescribeDrs(machine.Drs)}), but a manual vMotion does: {To(seen)}"),
        };
    }

    private static string To(PlacedMachine seen) => seen switch
    {
        { Classes.Count: 1, KnowsAllFrequencies: true } => "to a host with the same frequency, whose counter still has a different value",
        { Classes.Count: 0 } => "to a host with an unknown frequency",
        { Classes.Count: 1 } => "to a host that may have a different frequency",
        _ => "to a host with a different frequency too",
    };

    private static Risk Harms(string because) => (Severity.Warning, true, because, null);

    private static Risk ByHand(string because) => (Severity.Info, true, because, null);

    public static readonly FleetRule ForcedRate = new("TP206")
    {
        Observe = facts =>
            from seen in PlacedMachine.From(facts)
            let keys = GetTimeTrackerKeys(seen.Facts)
            where keys.Count > 0
            select Forced(seen, keys),
        Plan = target => [VMwareSettings.Remove(target)],
    };

    private static readonly string[] OnlyLog = ["timeTracker.periodicStats", "timeTracker.statsInterval"];

    private static readonly string[] ForceTheRate = ["timeTracker.apparentHz", "timeTracker.apicBusHz"];

    private static List<string> GetTimeTrackerKeys(VirtualMachineFacts machine) =>
        [.. machine.Settings.Other.Keys.Where(key => key.StartsWith("timeTracker.", StringComparison.OrdinalIgnoreCase) && !Has(OnlyLog, key))
            .Order(StringComparer.Ordinal)];

    private static bool Has(string[] keys, string key) => keys.Contains(key.Trim(), StringComparer.OrdinalIgnoreCase);

    private static FleetObservation Forced(PlacedMachine seen, List<string> keys)
    {
        var observation = seen.Seen(keys.Exists(key => Has(ForceTheRate, key)) ? Severity.Warning : Severity.Info, Confidence.Measured,
        [
            .. keys.Select(key => EvidenceFactory.Text(key, seen.Facts.Settings.Other[key], EvidenceFactory.VCenter)),
            .. EvidenceFactory.Present(seen.Facts),
        ]);
        return observation with { Target = observation.Target with { Keys = keys } };
    }

    public static readonly FleetRule HiddenHypervisor = new("TP207")
    {
        Observe = facts =>
            from seen in PlacedMachine.From(facts)
            where seen.Facts.Settings.Other.Any(setting =>
                string.Equals(setting.Key, HypervisorBit, StringComparison.OrdinalIgnoreCase)
                    && setting.Value.Trim().ToUpperInvariant() is "FALSE" or "NO" or "0")
            select seen.Seen(Severity.Warning, Confidence.Measured,
            [
                EvidenceFactory.Flag(HypervisorBit, value: false, EvidenceFactory.VCenter),
                EvidenceFactory.Text("Guest OS type", seen.Facts.GuestId, EvidenceFactory.VCenter),
                .. EvidenceFactory.Guest(seen.Facts),
            ]),
        Plan = target => [VMwareSettings.ShowHypervisor(target.Vm)],
    };

    private const string HypervisorBit = "hypervisor.cpuid.v0";

    public static readonly FleetRule OldHardware = new("TP208")
    {
        Observe = facts =>
            from seen in PlacedMachine.From(facts)
            where seen.Facts.HasWindows && GetHardwareVersion(seen.Facts.Settings) < WithReferenceTime
            select seen.Seen(Severity.Warning, Confidence.Expected,
            [
                EvidenceFactory.Text("Virtual hardware", seen.Facts.Settings.HardwareVersion, EvidenceFactory.VCenter),
                EvidenceFactory.Text("Guest OS type", seen.Facts.GuestId, EvidenceFactory.VCenter),
                .. EvidenceFactory.Guest(seen.Facts),
            ]),
        Plan = target => [VMwareSettings.HardwareVersion(target.Vm)],
    };

    private const int WithReferenceTime = 10;

    private static int? GetHardwareVersion(VirtualMachineSettings settings) =>
        settings.HardwareVersion is ['v' or 'V', 'm' or 'M', 'x' or 'X', '-', .. var version]
        && int.TryParse(version, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;

    public static readonly FleetRule LatencySensitive = new("TP212")
    {
        Observe = facts =>
            from seen in PlacedMachine.From(facts)
            where string.Equals(seen.Facts.Settings.LatencySensitivity, "high", StringComparison.OrdinalIgnoreCase)
            let classes = seen.Classes
            where classes.Count > 1 && seen.HasHostsThatTrap
            select seen.Seen(Severity.Warning, Confidence.Expected,
            [
                EvidenceFactory.Text("Latency sensitivity", seen.Facts.Settings.LatencySensitivity, EvidenceFactory.VCenter),
                EvidenceFactory.Names("Frequency classes", [.. classes.Select(frequency => frequency.Name)], EvidenceFactory.Calculated),
                EvidenceFactory.Text("DRS automation", seen.Facts.Drs, EvidenceFactory.VCenter),
                .. EvidenceFactory.Present(seen.Facts),
            ]),
        Plan = target => [VMwareClasses.Join(target) with { Verify = Verification.Scan }],
    };
}
