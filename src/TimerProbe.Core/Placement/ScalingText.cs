namespace TimerProbe.Core.Placement;

/// <summary>Whether hosts scale the TSC, and what decides it, in words.</summary>
public static class ScalingText
{
    /// <summary><c>Xeon Gold 6148, ESXi 7.0</c>.</summary>
    public static string Name(HostClass hosts) => hosts.Esxi is null ? hosts.Processor : $"{hosts.Processor}, {Hypervisor(hosts.Esxi)}";

    /// <summary><c>ESXi 8.0</c>; from 9 on it is called ESX.</summary>
    public static string Hypervisor(string version) =>
        $"{(int.TryParse(version.Split('.')[0], NumberStyles.None, CultureInfo.InvariantCulture, out var major) && major >= 9 ? "ESX" : "ESXi")} {version}";

    /// <summary><c>intel 06_55</c>, in hexadecimal digits as in Intel's manuals.</summary>
    public static string Signature(HostClass hosts) => $"{hosts.Vendor} {hosts.CpuFamily:X2}_{hosts.CpuModelNumber:X2}";

    /// <summary>For one host, with the source: <c>no, by its processor (expected)</c>; null for no host.</summary>
    public static string? Of(HostFacts? host) => host switch
    {
        null => null,
        { TscScaling: TscScaling.Unknown } => "not known",
        _ => $"{host.TscScaling.ToDocumentName()}, {Source(host.TscScalingSource)}",
    };

    public static string Of(IReadOnlyCollection<HostFacts> hosts) => string.Join(", ", hosts.CountBy(host => host.TscScaling)
        .OrderBy(item => item.Key == TscScaling.Unknown ? TscScaling.No + 1 : item.Key)
        .Select(item => $"{item.Value:#,0} {(item.Key == TscScaling.Unknown ? "not known" : item.Key.ToDocumentName())}"));

    public static string Source(TscScalingSource? source) => source switch
    {
        TscScalingSource.Measured => "measured in guests",
        TscScalingSource.Log => "by a vmware.log (recorded)",
        TscScalingSource.Nested => "it is a virtual machine itself (expected)",
        TscScalingSource.Processor => "by its processor (expected)",
        _ => "",
    };

    public static string Settle(IReadOnlyCollection<SettlingResult> by)
    {
        var guests = by.Count(item => item.Kind == SettlingKind.Guest);
        var measurements = $"{guests switch { 1 => "one", 2 => "two", _ => Counted.Number(guests) }} {Noun.Measurement.For(guests)}";
        return by.Any(item => item.Kind == SettlingKind.Log)
            ? $"one log line or {measurements} {Counted.Agree(guests, "decides", "decide")} it"
            : $"{measurements} {Counted.Agree(guests, "decides", "decide")} it";
    }

    /// <summary>The same with names: <c>run timerprobe check in DB01 and DB02, or the log of DB01</c>.</summary>
    public static string Names(IReadOnlyCollection<SettlingResult> by)
    {
        var guests = by.Where(item => item.Kind == SettlingKind.Guest).Select(item => item.Machine).ToList();
        var log = by.FirstOrDefault(item => item.Kind == SettlingKind.Log);
        return (guests.Count == 0 ? "" : $"run timerprobe check in {string.Join(" and ", guests)}")
            + (log is null ? "" : $"{(guests.Count == 0 ? "" : ", or ")}read the vmware.log of {log.Machine}");
    }
}
