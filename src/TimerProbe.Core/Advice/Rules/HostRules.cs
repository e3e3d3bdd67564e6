namespace TimerProbe.Core.Advice;

/// <summary>Rules about a host.</summary>
internal static class HostRules
{
    public static readonly FleetRule KernelOption = new("TP209")
    {
        Observe = facts =>
            from center in facts.VCenters
            from host in center.Hosts
            let keys = GetChangedOptions(host)
            where keys.Count > 0
            select new FleetObservation(
                new Subject(SubjectKind.Host, host.Name, host.Id) { Server = center.Server },
                Severity.Info,
                Confidence.Measured,
                [
                    .. keys.Select(key => EvidenceFactory.Text(key, host.KernelOptions[key], EvidenceFactory.VCenter)),
                    .. keys.Select(key =>
                        EvidenceFactory.Flag($"Default of {key}", GetDefault(key, host.Version), EvidenceFactory.KernelSettings)),
                    EvidenceFactory.Text("ESXi", host.Version, EvidenceFactory.VCenter),
                ],
                new FleetTarget { GetHost = VMwareHost.Get(center.Server, host.Id), Keys = keys }),
        Plan = target => [VMwareHost.KernelOptions(target)],
    };

    /// <summary>7.0 U3 is the first whose <c>timerForceTSC</c> is TRUE by default. From 8.0 on it is TRUE and called obsolete.</summary>
    private static readonly Version ForcedByDefault = new(7, 0, 3);

    private static readonly string[] Off = ["FALSE", "NO", "0", ""];

    private static List<string> GetChangedOptions(HostFacts host) =>
    [
        .. host.KernelOptions.Where(option =>
            GetDefault(option.Key, host.Version) == Off.Contains(option.Value.Trim(), StringComparer.OrdinalIgnoreCase))
            .Select(option => option.Key).Order(StringComparer.Ordinal),
    ];

    /// <summary>
    /// The option's default, from the kernel settings of 42 releases, 6.0 U3 to 9.0.1 (W. Lam's list); null for another option, and
    /// where the default depends on a release that is not known.
    /// </summary>
    private static bool? GetDefault(string key, string? release) => key switch
    {
        _ when key.EndsWith("tscSyncSkip", StringComparison.OrdinalIgnoreCase) => false,
        _ when key.EndsWith("timerForceTSC", StringComparison.OrdinalIgnoreCase) && Version.TryParse(release, out var version) =>
            version >= ForcedByDefault,
        _ => null,
    };

    public static readonly FleetRule SlowHost = new("TP214")
    {
        Observe = facts =>
            from center in facts.VCenters
            let distrusted = ScalingJudge.DistrustedHosts(center, facts.Thresholds.SlowMachinesOfHost)
            where distrusted.Count > 0
            from seen in PlacedMachine.From(facts with { VCenters = [center] })
            where seen.Facts is { Guest: not null, HostId: { } id } && distrusted.Contains(id)
            group seen by (seen.Center.Server, seen.Facts.HostId) into onHost
            select SeeSlow([.. onHost]),
        Plan = _ => [VMwareHost.Distrusted() with { Action = "Check whether the host distrusts its own TSC, and move the VMs off it" }],
    };

    private static FleetObservation SeeSlow(List<PlacedMachine> machines)
    {
        var (center, any) = (machines[0].Center, machines[0].Facts);
        var host = center.Hosts.FirstOrDefault(host => host.Id == any.HostId);
        var placed = machines.ToLookup(seen => seen.IsHome, seen => seen.Facts);
        return new(
            new Subject(SubjectKind.Host, host?.Name ?? any.Host ?? any.HostId!, any.HostId) { Server = center.Server },
            Severity.Critical,
            Confidence.Measured,
            [
                EvidenceFactory.Count("Virtual machines measured, all slow", machines.Count, "timerprobe check"),
                EvidenceFactory.Names("At home and slow", placed[true], EvidenceFactory.Calculated),
                EvidenceFactory.Names("Not at home, or unknown, and slow", placed[false], EvidenceFactory.Calculated),
                EvidenceFactory.Text("ESXi", host?.Version, EvidenceFactory.VCenter),
                EvidenceFactory.Text("Server", host?.HardwareModel, EvidenceFactory.VCenter),
                EvidenceFactory.Text("Processor", host?.CpuModel, EvidenceFactory.VCenter),
                EvidenceFactory.Hertz("Frequency", host?.Hz, EvidenceFactory.CpuInfo),
            ],
            new FleetTarget());
    }

    public static readonly FleetRule PowerPolicy = new("TP215")
    {
        Observe = facts =>
            from center in facts.VCenters
            let databases = center.VirtualMachines.Where(IsDatabase).ToLookup(machine => machine.HostId)
            from host in center.Hosts
            where !string.IsNullOrWhiteSpace(host.PowerPolicy)
                && !HighPerformance.Contains(host.PowerPolicy.Trim(), StringComparer.OrdinalIgnoreCase)
                && databases.Contains(host.Id)
            select new FleetObservation(
                new Subject(SubjectKind.Host, host.Name, host.Id) { Server = center.Server },
                Severity.Info,
                Confidence.Inferred,
                [
                    EvidenceFactory.Text("Power policy", host.PowerPolicy, EvidenceFactory.VCenter),
                    EvidenceFactory.Names(
                        "Virtual machines with \"sql\" in their name", databases[host.Id].Where(HasTheName), EvidenceFactory.VCenter),
                    EvidenceFactory.Names(
                        "Virtual machines whose guest says that SQL Server runs there",
                        databases[host.Id].Where(machine => !HasTheName(machine)),
                        "published by the guest"),
                ],
                new FleetTarget { GetHost = VMwareHost.Get(center.Server, host.Id) }),
        Plan = target => [VMwareHost.HighPerformance(target) with { Verify = Verification.Scan }],
    };

    private static readonly string[] HighPerformance = ["High Performance", "static"];

    private static bool HasTheName(VirtualMachineFacts machine) =>
        machine.Name.Contains("sql", StringComparison.OrdinalIgnoreCase)
            || machine.GuestHostName?.Contains("sql", StringComparison.OrdinalIgnoreCase) == true;

    private static bool IsDatabase(VirtualMachineFacts machine) => machine is { SqlServerExpected: true, PowerState: null or "poweredOn" };

    public static readonly FleetRule ChangedFrequency = new("TP221")
    {
        Observe = facts =>
            from center in facts.VCenters
            from host in center.Hosts
            where host is { EarlierHz: not null, Hz: not null }
            let difference = host.Hz!.Value.DifferenceFrom(host.EarlierHz!.Value)
            select new FleetObservation(
                new Subject(SubjectKind.Host, host.Name, host.Id) { Server = center.Server },
                facts.Frequencies.IsHarmless(host.Hz!.Value, host.EarlierHz!.Value) ? Severity.Info : Severity.Warning,
                Confidence.Measured,
                [
                    EvidenceFactory.Hertz("Frequency before", host.EarlierHz, "an earlier scan"),
                    EvidenceFactory.Hertz("Frequency now", host.Hz, EvidenceFactory.CpuInfo),
                    EvidenceFactory.Number("Difference", difference.Value, "ppm", EvidenceFactory.Calculated),
                    EvidenceFactory.Time("Restarted", host.ChangedAt, EvidenceFactory.VCenter),
                    EvidenceFactory.Text("Processor", host.CpuModel, EvidenceFactory.VCenter),
                    EvidenceFactory.Count(
                        "Virtual machines away that were powered on there",
                        center.VirtualMachines.Count(machine =>
                            machine.Placement == Core.Facts.Placement.Away && machine.HomeHost == host.Name),
                        EvidenceFactory.Calculated),
                ],
                new FleetTarget { Server = center.Server, GetHost = VMwareHost.Get(center.Server, host.Id) }),
        Plan = target => [ScanKnowledge.PublishFromGuests(target.Server), ScanKnowledge.PowerCycleAtMaintenance()],
    };
}
