namespace TimerProbe.Reporting.Tests;

/// <summary>Ten days of a machine: home, a move away, slow there, powered off, home again.</summary>
public static class SampleHistory
{
    public static readonly DateTimeOffset From = new(2026, 11, 1, 0, 0, 0, TimeSpan.Zero);

    private static readonly Frequency Slower = new(2_394_000_000);
    private static readonly Frequency Faster = new(2_593_905_000);

    public static HistoryDocument Machine { get; } = Named("DB01");

    /// <summary>A host whose frequency changed, and which was in maintenance mode in between.</summary>
    public static HistoryDocument Host { get; } = Machine with
    {
        Subject = new HistorySubject(SubjectKind.Host, "esx01", "vc1.example.org", "host-1", SmbiosUuid: null, From.AddDays(-30), GoneAt: null, From.AddDays(9)),
        MachineStates = [],
        Measurements = [],
        HostStates =
        [
            Connected(From.AddDays(-2), From.AddDays(4), Slower),
            Connected(From.AddDays(4), From.AddDays(5), Slower) with { InMaintenanceMode = true },
            Connected(From.AddDays(5), until: null, Faster),
        ],
        Changes =
        [
            Change(From.AddDays(3), "moved") with { Earlier = "esx01", Later = "esx02" },
            Change(From.AddDays(5), "hostFrequencyChanged") with { Subject = "host", Name = "esx01", Id = "host-1", Earlier = "2394000000", Later = "2593905000" },
        ],
    };

    /// <summary>A cluster of twelve machines, all of which are away for a day, and one for two.</summary>
    public static HistoryDocument Cluster { get; } = Machine with
    {
        Subject = new HistorySubject(SubjectKind.Cluster, "prod", "vc1.example.org", Id: null, SmbiosUuid: null, FirstSeenAt: null, GoneAt: null, ScannedAt: null),
        Measurements = [],
        Changes = [],
        MachineStates =
        [
            .. Enumerable.Range(0, 12).Select(number => State($"VM{number}", From.AddDays(-1), From.AddDays(4), Placement.Home)),
            .. Enumerable.Range(0, 12).Select(number => State($"VM{number}", From.AddDays(4), From.AddDays(number == 0 ? 6 : 5), Placement.Away)),
            .. Enumerable.Range(0, 12).Select(number => State($"VM{number}", From.AddDays(number == 0 ? 6 : 5), until: null, Placement.Home)),
        ],
    };

    public static HistoryDocument Empty { get; } = Machine with { MachineStates = [], Changes = [], Measurements = [], Scans = [] };

    /// <summary>The same with this name wherever a name can stand.</summary>
    public static HistoryDocument Named(string name) => new()
    {
        Tool = new ToolInfo("0.1.0"),
        WrittenAt = From.AddDays(10),
        From = From,
        To = From.AddDays(10),
        Subject = new HistorySubject(
            SubjectKind.VirtualMachine, name, name == "DB01" ? "vc1.example.org" : name, "vm-101", "4222abcd-0000-4000-8000-000000000001", From.AddDays(-30), GoneAt: null, From.AddDays(9)),
        MachineStates =
        [
            State(name, From.AddDays(-3), From.AddDays(4), Placement.Home),
            State(name, From.AddDays(4), From.AddDays(6), Placement.Away) with { Host = name == "DB01" ? "esx01" : name, HostHz = Slower },
            State(name, From.AddDays(6), From.AddDays(7), Placement.Off) with { PowerState = "poweredOff", Host = null, HostHz = null },
            State(name, From.AddDays(7), until: null, Placement.Home),
        ],
        HostStates = [],
        Changes =
        [
            Change(From.AddDays(4).AddMinutes(-144), "moved") with { IsExact = true, Name = name, Earlier = "esx04", Later = name == "DB01" ? "esx01" : name },
            Change(From.AddDays(4), "wentAway") with { Name = name, Earlier = "home", Later = "away" },
            Change(From.AddDays(6), "poweredOff") with { Name = name, Earlier = "poweredOn", Later = "poweredOff" },
            Change(From.AddDays(7), "poweredOn") with { Name = name, IsExact = true, Earlier = "poweredOff", Later = "poweredOn" },
            Change(From.AddDays(8), "settingChanged") with { Name = name, What = name == "DB01" ? "timeTracker.apparentHz" : name, Later = name == "DB01" ? "1" : name },
        ],
        Measurements =
        [
            Measured(From.AddDays(1), ClockState.Healthy, 25),
            Measured(From.AddDays(5), ClockState.Slow, 1180.2),
        ],
        Scans = [.. Enumerable.Range(0, 10).Select(day => new HistoryScan(From.AddDays(day), Guid.Parse("0198f0c2-0000-7000-8000-000000000002"), IsFull: true, 4, 18, 1, 1, 0))],
    };

    private static HistoryMachineState State(string name, DateTimeOffset since, DateTimeOffset? until, Placement placement) => new()
    {
        Since = since,
        Until = until,
        Id = "vm-101",
        Name = name,
        Cluster = "prod",
        PowerState = "poweredOn",
        BootTime = From.AddDays(-3),
        Placement = placement,
        Host = "esx04",
        HostHz = Faster,
        HomeHost = "esx04",
        HomeHz = Faster,
        HomeSource = HomeSource.Event,
        HomeSince = From.AddDays(-3),
        Settings = new SortedDictionary<string, string>(StringComparer.Ordinal) { ["hardwareVersion"] = "vmx-19" },
    };

    private static HistoryHostState Connected(DateTimeOffset since, DateTimeOffset? until, Frequency hz) => new()
    {
        Since = since,
        Until = until,
        Id = "host-1",
        Name = "esx01",
        Cluster = "prod",
        Hz = hz,
        CpuModel = "Intel(R) Xeon(R) Gold 6248 CPU @ 2.50GHz",
        Version = "8.0.3",
        PowerPolicy = "dynamic",
        ConnectionState = "connected",
        InMaintenanceMode = false,
    };

    private static HistoryChange Change(DateTimeOffset at, string kind) => new(
        at, IsExact: false, kind, "virtualMachine", "vc1.example.org", "prod", "DB01", "vm-101", What: null, Earlier: null, Later: null);

    private static HistoryMeasurement Measured(DateTimeOffset at, ClockState state, double ns) => new(
        at, "check", state, state == ClockState.Slow ? ClockCause.TscTrapped
            : ClockCause.None, new Duration(ns), new Duration(ns - 1), new Duration(ns + 1), HostHz: null, VirtualTscHz: Faster);
}
