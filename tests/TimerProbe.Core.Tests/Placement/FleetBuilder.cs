namespace TimerProbe.Core.Tests.Placement;

/// <summary>A small vCenter: three hosts of cluster prod, two of one class, and a host on its own.</summary>
internal static class FleetBuilder
{
    public const string Uuid = "42221a1b-1c1d-4e1f-8202-223344556677";

    public static readonly FrequencyRules Rules = new(FrequencyRules.DefaultTolerance);

    public static readonly DateTimeOffset Boot = new(2026, 11, 1, 3, 0, 0, TimeSpan.Zero);

    public static readonly HostFacts Slow = Host("esx01", 2_394_000_000);
    public static readonly HostFacts SlowToo = Host("esx02", 2_394_100_000);
    public static readonly HostFacts Fast = Host("esx04", 2_593_905_000);
    public static readonly HostFacts Alone = new() { Name = "lonely", Id = "host-lonely", Hz = new Frequency(3_000_000_000) };

    /// <summary>Powered on at the slow host, and moved to the fast one.</summary>
    public static readonly MachineEvent[] MovedAway =
        [Event(1, MachineEventKind.PoweredOn, Slow), Event(7200, MachineEventKind.Moved, Fast, Slow)];

    public static VirtualMachineFacts Machine(string name, HostFacts on) => new()
    {
        Name = name,
        Id = $"vm-{name}",
        Uuid = null,
        Cluster = on.Cluster,
        ClusterId = on.ClusterId,
        PowerState = "poweredOn",
        BootTime = Boot,
        Host = on.Name,
        HostId = on.Id,
        Placement = Facts.Placement.Unknown,
    };

    public static MachineEvent Event(int seconds, MachineEventKind kind, HostFacts? on, HostFacts? from = null) =>
        new(kind, Boot.AddSeconds(seconds), on?.Id, from?.Id, seconds);

    public static InventoryReading Reading(params (VirtualMachineFacts Machine, MachineEvent[] Events)[] machines) => new()
    {
        VCenter = new VCenterFacts
        {
            Server = "vc1.example.org",
            Status = ReadStatus.Complete,
            Hosts = [Slow, SlowToo, Fast, Alone],
            Clusters = [new ClusterFacts { Name = "prod", Id = "domain-c8", Drs = "fullyAutomated" }],
            VirtualMachines = [.. machines.Select(machine => machine.Machine)],
        },
        Events = machines.ToDictionary(machine => machine.Machine.Id, machine => (IReadOnlyList<MachineEvent>)machine.Events),
    };

    public static VirtualMachineFacts Placed(VirtualMachineFacts machine, params MachineEvent[] events) => Place(Reading((machine, events))).VirtualMachines[0];

    public static VCenterFacts Place(InventoryReading reading) => new FleetPlacement(Rules).Place(reading);

    public static InventoryReading WithHosts(this InventoryReading reading, params IReadOnlyList<HostFacts> hosts) =>
        reading with { VCenter = reading.VCenter with { Hosts = hosts } };

    public static InventoryReading HostsAs(this InventoryReading reading, Func<HostFacts, HostFacts> change) =>
        reading.WithHosts([.. reading.VCenter.Hosts.Select(change)]);

    private static HostFacts Host(string name, long hertz) =>
        new()
        {
            Name = name,
            Id = $"host-{name}",
            Cluster = "prod",
            ClusterId = "domain-c8",
            Hz = new Frequency(hertz),
            ConnectionState = "connected",
            HardwareVendor = "Dell Inc.",
            BootTime = Boot.AddDays(-90)
        };
}
