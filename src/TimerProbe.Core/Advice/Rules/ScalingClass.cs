namespace TimerProbe.Core.Advice;

/// <summary>The machines away on hosts of one processor and release; those on a host that is of none stand by themselves.</summary>
internal sealed class ScalingClass
{
    private readonly VCenterFacts _center;
    private readonly List<HostFacts> _hosts;
    private readonly HostClass? _class;
    private readonly List<VirtualMachineFacts> _machines;

    private ScalingClass(VCenterFacts center, List<HostFacts> hosts, HostClass? found, List<VirtualMachineFacts> machines) =>
        (_center, _hosts, _class, _machines) = (center, hosts, found, machines);

    public List<VirtualMachineFacts> Open => field ??= _machines.FindAll(machine => machine.IsClockOpen);

    public List<VirtualMachineFacts> Unaffected => field ??= _machines.FindAll(machine => machine.IsUnaffected);

    public IReadOnlyList<SettlingResult> SettleBy => _class?.SettleBy
        ?? [.. Open.Take(1).Select(machine => new SettlingResult(SettlingKind.Guest, machine.Name, machine.Host ?? ""))];

    public static IEnumerable<ScalingClass> From(IEnumerable<VCenterFacts> centers) => centers.SelectMany(center =>
    {
        var away = center.VirtualMachines.Where(machine => machine.ClockExpectation is not null).ToLookup(machine => machine.HostId);
        var classes = (center.Classes ?? []).DistinctBy(item => item.Id).ToDictionary(item => item.Id);
        return center.Hosts.GroupBy(host => HostClasses.GetId(host) ?? host.Id)
            .Select(same => new ScalingClass(
                center,
                [.. same],
                HostClasses.GetId(same.First()) is { } id ? classes.GetValueOrDefault(id) : null,
                [.. same.SelectMany(host => away[host.Id])]));
    });

    /// <summary><c>54 VMs are away on Xeon E5-2680 v4, ESXi 6.7</c>.</summary>
    public string AreAway(int count) => $"{Counted.Of(count, Noun.Vm)} {Counted.Agree(count)} away on {Name}";

    public FleetObservation Seen(
        Severity severity, IReadOnlyCollection<VirtualMachineFacts> machines, string title, IEnumerable<Evidence?> more) => new(
        (_class is null
            ? new Subject(SubjectKind.Host, _hosts[0].Name, _hosts[0].Id)
            : new Subject(SubjectKind.HostClass, Name, _class.Id)) with
        { Server = _center.Server },
        severity,
        Confidence.Expected,
        [
            EvidenceFactory.Count("Virtual machines", machines.Count, EvidenceFactory.Calculated),
            EvidenceFactory.Names(
                "Names", [.. machines.Select(machine => machine.Name).Order(StringComparer.Ordinal)], EvidenceFactory.VCenter),
            EvidenceFactory.Text("Processor", _hosts[0].CpuModel, EvidenceFactory.VCenter),
            EvidenceFactory.Text("Family and model", _class is { Vendor: not null } ? ScalingText.Signature(_class) : null, "CPUID"),
            EvidenceFactory.Names(
                "ESXi builds",
                [.. _hosts.Select(host => $"{host.Version} build {host.Build}").Distinct().Order(StringComparer.Ordinal)],
                EvidenceFactory.VCenter),
            EvidenceFactory.Count("Hosts", _hosts.Count, EvidenceFactory.VCenter),
            EvidenceFactory.Text("Hosts that scale the TSC", ScalingText.Of(_hosts), EvidenceFactory.Calculated),
            EvidenceFactory.Count("Measured fast there", Count(ClockExpectation.Fast), "timerprobe check"),
            EvidenceFactory.Count("Measured slow there", Count(ClockExpectation.Slow), "timerprobe check"),
            .. more,
        ],
        new FleetTarget { Server = _center.Server, HasWindows = Open.Exists(machine => machine.HasWindows) })
        {
            Title = title,
        };

    private string Name => _class is null ? _hosts[0].Name : ScalingText.Name(_class);

    private int Count(ClockExpectation expectation) => _machines.Count(machine => machine.ClockExpectation == expectation);
}
