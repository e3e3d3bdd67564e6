namespace TimerProbe.Core.Placement;

/// <summary>Hosts by processor and release, with what would decide those that are undecided.</summary>
public static class HostClasses
{
    private const int MaxGuests = 3;

    /// <summary>The unique name of a host's class; null for a nested one, or one whose processor is not known.</summary>
    public static string? GetId(HostFacts host)
    {
        if (ScalingJudge.IsNested(host))
        {
            return null;
        }

        var processor = host is { CpuVendor: { } vendor, CpuFamily: { } family, CpuModelNumber: { } model }
            ? $"{vendor}-{family}-{model}"
            : host.CpuModel is { } brand ? GetShortName(brand) : null;
        return processor is null ? null : $"{processor}-{GetRelease(host)}";
    }

    /// <summary>Major and minor version of its ESXi; null when not known.</summary>
    public static string? GetRelease(HostFacts host) => Version.TryParse(host.Version, out var version) ? version.ToString(2) : null;

    /// <summary>A brand string without what all of them have: <c>Xeon Gold 6148</c>.</summary>
    public static string GetShortName(string brand)
    {
        var end = brand.IndexOf('@', StringComparison.Ordinal);
        var words = (end < 0 ? brand : brand[..end]).Replace("(R)", " ", StringComparison.OrdinalIgnoreCase)
            .Replace("(TM)", " ", StringComparison.OrdinalIgnoreCase)
            .Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Where(word => word is not ("Intel" or "CPU" or "Processor") && !word.EndsWith("-Core", StringComparison.Ordinal));
        return string.Join(' ', words) is { Length: > 0 } name ? name : brand;
    }

    internal static IReadOnlyList<HostClass> Create(VCenterFacts vcenter, Func<string, ClassEvidence> evidenceOf)
    {
        var machines = vcenter.VirtualMachines
            .Where(machine => machine is { Placement: Facts.Placement.Away, HostId: not null, Settings.VirtualRdtsc: not false })
            .ToLookup(machine => machine.HostId!);
        return
        [
            .. vcenter.Hosts.GroupBy(GetId)
                .Where(same => same.Key is not null)
                .Select(same => GetClass([.. same], machines, evidenceOf(same.Key!)))
                .OrderByDescending(item => item.Open)
                .ThenBy(item => item.Id, StringComparer.Ordinal),
        ];
    }

    private static HostClass GetClass(List<HostFacts> hosts, ILookup<string, VirtualMachineFacts> machines, ClassEvidence evidence)
    {
        var away = hosts.SelectMany(host => machines[host.Id]).ToList();
        var open = away.Where(machine => machine.IsClockOpen).ToList();
        var brands = hosts.Select(host => host.CpuModel).OfType<string>().Select(GetShortName)
            .Distinct()
            .Order(StringComparer.Ordinal)
            .ToList();
        return new HostClass
        {
            Vendor = hosts[0].CpuVendor,
            CpuFamily = hosts[0].CpuFamily,
            CpuModelNumber = hosts[0].CpuModelNumber,
            Esxi = GetRelease(hosts[0]),
            Processor = brands switch
            {
                [] => "unknown processor",
                [var only] => only,
                [var first, .. var more] => $"{first} and {more.Count} more",
            },
            Hosts = [.. hosts.Select(host => host.Name).Order(StringComparer.Ordinal)],
            TscScaling = evidence.Scaling,
            Away = away.Count,
            MeasuredFast = away.Count(machine => machine.ClockExpectation == ClockExpectation.Fast),
            MeasuredSlow = away.Count(machine => machine.ClockExpectation == ClockExpectation.Slow),
            Open = open.Count,
            SettleBy = SettleBy(open, evidence, ProcessorTable.IsIntel(hosts[0])),
        };
    }

    private static IReadOnlyList<SettlingResult> SettleBy(List<VirtualMachineFacts> open, ClassEvidence evidence, bool logsReachClass)
    {
        if (open.Count == 0)
        {
            return [];
        }

        var isDisputed = evidence.IsDisputed;
        var hosts = open.Select(machine => machine.HostId).Distinct().Count();
        var needed = isDisputed ? hosts : Math.Min(hosts, Math.Max(1, ScalingJudge.GuestsOfClass - evidence.Guests));
        var byHost = open.GroupBy(machine => machine.HostId!)
            .Select(onHost => (Machines: onHost.Count(), Best: onHost.Order(Easiest).First()))
            .ToList();
        var guests = (isDisputed ? byHost.OrderByDescending(item => item.Machines).Select(item => item.Best) : open.Order(Easiest))
            .Take(Math.Min(needed, MaxGuests))
            .Select(machine => new SettlingResult(SettlingKind.Guest, machine.Name, machine.Host ?? machine.HostId!));
        var log = isDisputed || !(logsReachClass || hosts == 1) ? [] : open.Order(Easiest).Take(1)
            .Select(machine => new SettlingResult(SettlingKind.Log, machine.Name, machine.Host ?? machine.HostId!));
        return [.. guests, .. log];
    }

    private static readonly Comparer<VirtualMachineFacts> Easiest = Comparer<VirtualMachineFacts>.Create((one, other) =>
        GetKey(one).CompareTo(GetKey(other)) is not 0 and var byKey ? byKey
        : string.CompareOrdinal(one.Name, other.Name) is not 0 and var byName ? byName
        : string.CompareOrdinal(one.Id, other.Id));

    private static (bool, bool, bool) GetKey(VirtualMachineFacts machine) => (
        machine.GuestHostName is null,
        !machine.SqlServerExpected,
        !machine.HasWindows);
}
