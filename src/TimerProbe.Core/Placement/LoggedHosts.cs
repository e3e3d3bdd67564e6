namespace TimerProbe.Core.Placement;

/// <summary>
/// What logs say of the hosts that wrote them. The host of a log is the one that its machine is on now, where the log is of its
/// present power-on and of after its last move, and nothing in it speaks against that host: its TSC rate, which has to be in it,
/// its processor, its name. A log with that host's name is of it, whenever it was written.
/// </summary>
public sealed class LoggedHosts(IReadOnlyList<HostFacts> hosts, FrequencyRules rules)
{
    private const string Offered = "the processor offers TSC scaling";
    private const string NotOffered = "the processor does not offer TSC scaling";

    private readonly Dictionary<string, LoggedScaling> _logged = [];
    private readonly Dictionary<string, HostFacts> _hosts = FleetPlacement.HostsById(hosts);

    public IReadOnlyList<HostFacts> Filled => _logged.Count == 0
        ? hosts
        : [.. hosts.Select(host => _logged.TryGetValue(host.Id, out var scaling) ? host with { LoggedScaling = scaling } : host)];

    public void Add(VirtualMachineFacts machine, VmLog log)
    {
        if (GetScaling(machine, log) is { } scaling && !(Known(machine.HostId!)?.At > scaling.At))
        {
            _logged[machine.HostId!] = scaling;
        }
    }

    /// <summary>What a log of a machine says of its host; null when nothing, or when it may be another's.</summary>
    public LoggedScaling? GetScaling(VirtualMachineFacts machine, VmLog log) =>
        log is { HostScales: { } scales, At: { } at } && machine.HostId is { } id && _hosts.TryGetValue(id, out var host)
            && BelongsTo(host, log) && (IsNamed(host, log) || IsSinceArrival(machine, log.KeptAt ?? at))
            ? new LoggedScaling(scales, IsOfClass(log), machine.Name, at, log.ScalingLine ?? (scales ? Offered : NotOffered))
            : null;

    /// <summary>The last word of a machine's log, that each of its reads traps where it is now; null where that is not its word.</summary>
    public string? GetTrap(VirtualMachineFacts machine, VmLog log) =>
        log is { IsTrapRecorded: true, At: { } at } && machine.HostId is { } id && _hosts.TryGetValue(id, out var host)
            && BelongsTo(host, log) && IsSinceArrival(machine, log.KeptAt ?? at)
            ? log.OffsettingLine
            : null;

    private LoggedScaling? Known(string host) => _logged.GetValueOrDefault(host) ?? _hosts[host].LoggedScaling;

    private bool BelongsTo(HostFacts host, VmLog log) =>
        log.HostHz is { } logged && host.Hz is { } hz && logged.DifferenceFrom(hz).Magnitude.Value <= rules.Tolerance.Value
            && (log.CpuModel is not { } model || host.CpuModel is not { } own || Words(model) == Words(own))
            && (log.Host is not { } name || IsSameName(name, host.Name));

    private static bool IsNamed(HostFacts host, VmLog log) => log.Host is { } name && IsSameName(name, host.Name);

    private static bool IsSinceArrival(VirtualMachineFacts machine, DateTimeOffset at) =>
        HomeFinder.HasBeenOnSince(machine, at) != false && !(machine.MovedAt - at > HomeFinder.BootTimeSlack);

    private static bool IsOfClass(VmLog log) => log is { CpuVendor: "GenuineIntel", IsTscAdjusted: false, UnderHypervisor: not true };

    private static bool IsSameName(string one, string other) => string.Equals(Short(one), Short(other), StringComparison.OrdinalIgnoreCase);

    private static string Short(string name) => System.Net.IPAddress.TryParse(name, out _) ? name : name.Split('.')[0];

    private static string Words(string brand) => string.Join(' ', brand.Split(' ', StringSplitOptions.RemoveEmptyEntries));
}
