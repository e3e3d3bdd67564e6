using Place = TimerProbe.Core.Facts.Placement;

namespace TimerProbe.Core.Planning;

/// <summary>A vCenter as a plan sees it: what each machine needs, and how its clock reads on each host.</summary>
internal sealed class PlannedCenter
{
    private const int MaxMeasurements = 1000;

    private readonly Dictionary<string, HostFacts> _hosts;
    private readonly Dictionary<string, Demand> _demands = [];
    private readonly Dictionary<string, PlannedClock> _now = [];
    private readonly Dictionary<HostFacts, string?> _classes = new(ReferenceEqualityComparer.Instance);
    private readonly ILookup<string, HostFacts> _hostsOf;
    private readonly IReadOnlySet<string> _distrusted;

    public PlannedCenter(VCenterFacts facts, FrequencyRules rules, int slowMachinesOfHost)
    {
        _distrusted = ScalingJudge.DistrustedHosts(facts, slowMachinesOfHost);
        Facts = facts with { VirtualMachines = [.. facts.VirtualMachines.DistinctBy(machine => machine.Id)] };
        Rules = rules;
        _hosts = Facts.Hosts.DistinctBy(host => host.Id).ToDictionary(host => host.Id);
        _hostsOf = _hosts.Values.Where(host => host.ClusterId is not null)
            .OrderBy(host => host.Name, StringComparer.Ordinal)
            .ToLookup(host => host.ClusterId!);
        NamesTaking = _hosts.Values.Where(host => host.TakesMachines).Select(host => host.Name).ToHashSet();
        Running = [
            .. Facts.VirtualMachines
                .Where(machine => machine.Placement != Place.Off && machine.HostId is { } host && _hosts.ContainsKey(host))
                .OrderBy(machine => machine.Id, StringComparer.Ordinal)
        ];
        RunningOn = Running.ToLookup(machine => machine.HostId!);
        foreach (var host in _hosts.Values)
        {
            Estimate(host);
        }
    }

    public VCenterFacts Facts { get; }

    public FrequencyRules Rules { get; }

    public IReadOnlyList<VirtualMachineFacts> Running { get; }

    public ILookup<string, VirtualMachineFacts> RunningOn { get; }

    public IEnumerable<HostFacts> Hosts => _hosts.Values;

    public IReadOnlySet<string> NamesTaking { get; }

    public HostFacts GetHost(VirtualMachineFacts machine) => _hosts[machine.HostId!];

    public IEnumerable<HostFacts> GetHosts(string? cluster) => cluster is null ? [] : _hostsOf[cluster];

    public IReadOnlyList<FrequencyClass> GetClasses(ClusterFacts cluster) =>
        cluster.FrequencyClasses.Count > 0 ? cluster.FrequencyClasses : Rules.Classify(cluster.Name, GetHosts(cluster.Id));

    public Demand GetDemand(VirtualMachineFacts machine) => _demands[machine.Id];

    public MachineOfPlan InPlan(VirtualMachineFacts machine) =>
        new(Facts.Server, machine.Name, machine.Id, machine.Cluster, machine.Folder, GetHost(machine).Name);

    public static bool IsPlanned(VirtualMachineFacts machine) => machine is { IsSecondary: false, IsClusterService: false };

    public bool IsNamed(string given, HostFacts host) =>
        Planner.GetAddresses(Facts.Server, host.Datacenter, host.Name).Contains(given, StringComparer.OrdinalIgnoreCase);

    /// <summary>Why no move of a machine is ever proposed; null when one may be.</summary>
    public PlanObstacle? Unmovable(VirtualMachineFacts machine) =>
        !GetHost(machine).IsReachable ? PlanObstacle.HostNotResponding
        : machine.FaultTolerance is not null ? PlanObstacle.FaultTolerance
        : machine.Settings.VirtualRdtsc == false ? PlanObstacle.RawTsc
        : null;

    public IEnumerable<HostFacts> OpenToDrs(VirtualMachineFacts machine) => GetHosts(GetHost(machine).ClusterId).Where(host =>
        GetHost(machine).IsReachable && host.TakesMachines && host.Id != machine.HostId && host.IsOfOneVendor(GetHost(machine))
            && machine.MustRunOn?.Contains(host.Name) != false);

    public bool IsOpen(VirtualMachineFacts machine, HostFacts host) =>
        host.TakesMachines
            && !_distrusted.Contains(host.Id)
            && host.Hz is not null
            && host.IsOfOneVendor(GetHost(machine))
            && machine.MustRunOn?.Contains(host.Name) != false
            && machine.BoundTo?.Contains(host.Name) != false;

    public PlannedClock Now(VirtualMachineFacts machine)
    {
        if (!_now.TryGetValue(machine.Id, out var now))
        {
            _now[machine.Id] = now = machine switch
            {
                { Settings.VirtualRdtsc: false } => PlannedClock.Fast,
                _ when IsSlowAtHome(machine) || _distrusted.Contains(machine.HostId!) => PlannedClock.Slow,
                { Placement: Place.Home } => PlannedClock.Fast,
                { IsSlowAway: true } => PlannedClock.Slow,
                { IsClockOpen: true } => PlannedClock.Unknown,
                { Placement: Place.Away } => PlannedClock.Fast,
                { Guest.State: ClockState.Healthy } => PlannedClock.Fast,
                { Guest.State: ClockState.Slow } => PlannedClock.Slow,
                _ when GetHost(machine).TscScaling == TscScaling.Yes => PlannedClock.Fast,
                _ => PlannedClock.Unknown,
            };
        }

        return now;
    }

    public PlannedClock On(VirtualMachineFacts machine, HostFacts host)
    {
        if (machine.HostId == host.Id || machine.Settings.VirtualRdtsc == false)
        {
            return Now(machine);
        }

        return (host.Hz, machine.HomeHz) switch
        {
            _ when _distrusted.Contains(host.Id) => PlannedClock.Slow,

            // What was measured on one of two hosts alike is no reason to go to it from the other.
            _ when HasSameState(GetHost(machine), host) && !_distrusted.Contains(machine.HostId!) => Now(machine),
            ({ } hz, { } home) when Rules.IsHarmless(hz, home) || IsUnnoticed(hz, home) => PlannedClock.Fast,
            _ when host.TscScaling == TscScaling.Yes => PlannedClock.Fast,
            ({ }, { }) => host.TscScaling == TscScaling.No ? PlannedClock.Slow : PlannedClock.Unknown,
            ({ }, null) when HasFrequencyOfPresent(machine, host) && !_distrusted.Contains(machine.HostId!) => Now(machine),
            _ => PlannedClock.Unknown,
        };
    }

    private static bool IsUnnoticed(Frequency host, Frequency home) =>
        host.DifferenceFrom(home).Magnitude.Value < ScalingJudge.Unnoticed.Value;

    public bool IsNoSlower(VirtualMachineFacts machine, HostFacts host) =>
        On(machine, host) == PlannedClock.Fast
            || (Now(machine) == PlannedClock.Slow && !_distrusted.Contains(host.Id))
            || (machine.HomeHz is null && HasFrequencyOfPresent(machine, host))
            || (machine.IsClockOpen && IsOfOneClass(GetHost(machine), host));

    public bool MayPropose(List<VirtualMachineFacts> group, HostFacts host) => group.TrueForAll(machine =>
        machine.HostId == host.Id || (Unmovable(machine) is null && IsOpen(machine, host) && IsNoSlower(machine, host)));

    public static IReadOnlyList<UsefulMeasurement> SelectMeasurements(
        IEnumerable<(PlannedCenter Center, VirtualMachineFacts Machine, int NarrowsBy)> open) =>
    [
        .. SelectFewest([.. open.Where(item => item.NarrowsBy > 0)])
            .OrderByDescending(item => item.NarrowsBy)
            .ThenByDescending(item => item.Machine.SqlServerExpected)
            .ThenBy(item => item.Machine.Name, StringComparer.Ordinal)
            .ThenBy(item => item.Machine.Id, StringComparer.Ordinal)
            .Take(MaxMeasurements)
            .Select(item => new UsefulMeasurement(item.Center.InPlan(item.Machine), item.NarrowsBy, item.Machine.SqlServerExpected)),
    ];

    private static IEnumerable<(PlannedCenter Center, VirtualMachineFacts Machine, int NarrowsBy)> SelectFewest(
        List<(PlannedCenter Center, VirtualMachineFacts Machine, int NarrowsBy)> open)
    {
        foreach (var same in open.GroupBy(item =>
            (item.Center, Class: item.Machine.IsClockOpen ? HostClasses.GetId(item.Center.GetHost(item.Machine)) : null)))
        {
            var settling = same.Key.Class is { } id
                ? same.Key.Center.Facts.Classes?.FirstOrDefault(item => item.Id == id)?.SettleBy
                    .Where(item => item.Kind == SettlingKind.Guest)
                    .Select(item => (item.Machine, item.Host))
                    .ToHashSet()
                : null;
            var named = same.Where(item => settling?.Contains((item.Machine.Name, item.Machine.Host ?? "")) == true).ToList();
            foreach (var item in named)
            {
                yield return (item.Center, item.Machine, same.Sum(one => one.NarrowsBy));
            }

            foreach (var item in same.Where(_ => named.Count == 0))
            {
                yield return item;
            }
        }
    }

    private bool HasFrequencyOfPresent(VirtualMachineFacts machine, HostFacts host) =>
        GetHost(machine) is { Hz: { } present } now
            && host.Hz is { } hz
            && now.FrequencyClass == host.FrequencyClass
            && Rules.IsHarmless(hz, present)
            && IsUnnoticed(hz, present);

    private static bool IsSlowAtHome(VirtualMachineFacts machine) => machine is
    {
        Placement: Place.Home,
        Guest: { State: ClockState.Slow, Cause: ClockCause.TscTrapped or ClockCause.Unknown, MatchedBy: not GuestCandidates.ByName }
    };

    private bool HasSameState(HostFacts one, HostFacts other) =>
        one is { Hz: { } hz, CpuModel: not null } && other.Hz is { } another && IsUnnoticed(another, hz)
            && one.CpuModel == other.CpuModel && one.Build == other.Build && GetClass(one) == GetClass(other);

    private bool IsOfOneClass(HostFacts one, HostFacts other) =>
        GetClass(one) is { } id && id == GetClass(other) && one.TscScaling == other.TscScaling;

    private string? GetClass(HostFacts host)
    {
        if (!_classes.TryGetValue(host, out var id))
        {
            _classes[host] = id = HostClasses.GetId(host);
        }

        return id;
    }

    /// <summary>A machine's demand is what it was given, times how much of all that was given the host uses, at most once.</summary>
    private void Estimate(HostFacts host)
    {
        var machines = RunningOn[host.Id].ToList();
        var memory = machines.Sum(machine => (double)(machine.MemoryBytes ?? 0));
        var cpu = machines.Sum(machine => Cpu(machine, host));
        var memoryShare = memory > 0 && host.MemoryUsageBytes is { } usedMemory ? Math.Min(1, usedMemory / memory) : 1;
        var cpuShare = cpu > 0 && host.CpuUsageHz is { } usedCpu ? Math.Min(1, usedCpu.Hertz / cpu) : 1;
        foreach (var machine in machines)
        {
            _demands[machine.Id] = new Demand((machine.MemoryBytes ?? 0) * memoryShare, Cpu(machine, host) * cpuShare);
        }
    }

    private static double Cpu(VirtualMachineFacts machine, HostFacts host) => (machine.ProcessorCount ?? 0) * (double)(host.Hz?.Hertz ?? 0);
}

/// <summary>What a machine takes of a host.</summary>
/// <param name="Memory">In bytes.</param>
/// <param name="Cpu">In Hz.</param>
internal readonly record struct Demand(double Memory, double Cpu)
{
    public static Demand operator +(Demand one, Demand other) => new(one.Memory + other.Memory, one.Cpu + other.Cpu);

    public static Demand operator -(Demand one, Demand other) => new(one.Memory - other.Memory, one.Cpu - other.Cpu);

    public bool FitsInto(Demand room) => Memory <= room.Memory && Cpu <= room.Cpu;
}
