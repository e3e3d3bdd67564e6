using System.Globalization;

namespace TimerProbe.Core.Placement;

/// <summary>Hosts by processor and release, with what would settle those that are open.</summary>
public static class HostClasses
{
    private const int MostGuests = 3;

    /// <summary>The unique name of a host's class; null for a nested one, or one whose processor is not known.</summary>
    public static string? IdOf(HostFacts host)
    {
        if (ScalingJudge.IsNested(host))
        {
            return null;
        }

        var processor = host is { CpuVendor: { } vendor, CpuFamily: { } family, CpuModelNumber: { } model }
            ? string.Create(CultureInfo.InvariantCulture, $"{vendor}-{family}-{model}")
            : host.CpuModel is { } brand ? ShortNameOf(brand) : null;
        return processor is null ? null : $"{processor}-{ReleaseOf(host)}";
    }

    /// <summary>Major and minor version of its ESXi; null when not known.</summary>
    public static string? ReleaseOf(HostFacts host) => Version.TryParse(host.Version, out var version) ? version.ToString(2) : null;

    /// <summary>A brand string without what all of them have: <c>Xeon Gold 6148</c>.</summary>
    public static string ShortNameOf(string brand)
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
            .ToLookup(machine => machine.HostId!, StringComparer.Ordinal);
        return
        [
            .. vcenter.Hosts.GroupBy(IdOf, StringComparer.Ordinal)
                .Where(same => same.Key is not null)
                .Select(same => ClassOf([.. same], machines, evidenceOf(same.Key!)))
                .OrderByDescending(each => each.Open)
                .ThenBy(each => each.Id, StringComparer.Ordinal),
        ];
    }

    private static HostClass ClassOf(List<HostFacts> hosts, ILookup<string, VirtualMachineFacts> machines, ClassEvidence evidence)
    {
        var away = hosts.SelectMany(host => machines[host.Id]).ToList();
        var open = away.Where(machine => machine.IsClockOpen).ToList();
        var brands = hosts.Select(host => host.CpuModel).OfType<string>().Select(ShortNameOf)
            .Distinct(StringComparer.Ordinal)
            .Order(StringComparer.Ordinal)
            .ToList();
        return new HostClass
        {
            Vendor = hosts[0].CpuVendor,
            CpuFamily = hosts[0].CpuFamily,
            CpuModelNumber = hosts[0].CpuModelNumber,
            Esxi = ReleaseOf(hosts[0]),
            Processor = brands switch
            {
                [] => "unknown processor",
                [var only] => only,
                [var first, .. var more] => string.Create(CultureInfo.InvariantCulture, $"{first} and {more.Count} more"),
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

    /// <summary>
    /// A guest settles its host, so many that agree the class; where guests disagree each host is to be settled. Of a host of AMD a log
    /// settles no other.
    /// </summary>
    private static IReadOnlyList<SettlingResult> SettleBy(List<VirtualMachineFacts> open, ClassEvidence evidence, bool logsReachClass)
    {
        if (open.Count == 0)
        {
            return [];
        }

        var isDisputed = evidence.IsDisputed;
        var hosts = open.Select(machine => machine.HostId).Distinct(StringComparer.Ordinal).Count();
        var needed = isDisputed ? hosts : Math.Min(hosts, Math.Max(1, ScalingJudge.GuestsOfClass - evidence.Guests));
        var byHost = open.GroupBy(machine => machine.HostId!, StringComparer.Ordinal)
            .Select(onHost => (Machines: onHost.Count(), Best: onHost.Order(Easiest).First()))
            .ToList();
        var guests = (isDisputed ? byHost.OrderByDescending(each => each.Machines).Select(each => each.Best) : open.Order(Easiest))
            .Take(Math.Min(needed, MostGuests))
            .Select(machine => new SettlingResult(SettlingKind.Guest, machine.Name, machine.Host ?? machine.HostId!));
        var log = isDisputed || !(logsReachClass || hosts == 1) ? [] : open.Order(Easiest).Take(1)
            .Select(machine => new SettlingResult(SettlingKind.Log, machine.Name, machine.Host ?? machine.HostId!));
        return [.. guests, .. log];
    }

    /// <summary>First, Tools report the guest's name: it runs, and publishes. Then where SQL Server is expected, then Windows.</summary>
    private static readonly Comparer<VirtualMachineFacts> Easiest = Comparer<VirtualMachineFacts>.Create((one, other) =>
        KeyOf(one).CompareTo(KeyOf(other)) is not 0 and var byKey ? byKey
        : string.CompareOrdinal(one.Name, other.Name) is not 0 and var byName ? byName
        : string.CompareOrdinal(one.Id, other.Id));

    private static (bool, bool, bool) KeyOf(VirtualMachineFacts machine) => (
        machine.GuestHostName is null,
        !machine.SqlServerExpected,
        machine.GuestId?.StartsWith("win", StringComparison.OrdinalIgnoreCase) != true);
}

/// <summary>
/// Which processors scale the TSC, by CPUID's family and model, a source a row. <see cref="TscScaling.Unknown"/> where captures disagree or
/// nothing is known. That one can does not say that ESXi uses it.
/// </summary>
public static class ProcessorTable
{
    private const string Capability = "MSR 0x48B bit 57 and the line 'Use TSC scaling' of public vmware.log files";
    private const string Disabled = "'host does not support it' in public vmware.log files, no capture with it";
    private const string Generation = "Intel SDM: introduced after it; no capture of the generation with it";
    private const string Amd = "AMD APM 15.30.5: TSC ratio MSR, CPUID 0x8000000A EDX bit 4";

    private const string Intel = "intel";
    private const string AmdVendor = "amd";

    private static readonly KnownProcessor[] Rows =
    [
        new(Intel, 6, [0x0F, 0x16, 0x17, 0x1D], TscScaling.No, "Core 2, Xeon 5100 to 7400", Generation),
        new(Intel, 6, [0x1A, 0x1E, 0x1F, 0x2E], TscScaling.No, "Nehalem", Generation),
        new(Intel, 6, [0x25, 0x2C, 0x2F], TscScaling.No, "Westmere", Disabled),
        new(Intel, 6, [0x2A, 0x2D], TscScaling.No, "Sandy Bridge", Capability),
        new(Intel, 6, [0x3A, 0x3E], TscScaling.No, "Ivy Bridge", Capability),
        new(Intel, 6, [0x3C, 0x3F, 0x45, 0x46], TscScaling.No, "Haswell", Capability),
        new(Intel, 6, [0x4F], TscScaling.Unknown, "Broadwell-EP", "three captures without, one with (E5-2696 v4, Workstation 16.2.4)"),
        new(Intel, 6, [0x4E, 0x5E], TscScaling.No, "Core of the 6th generation, Xeon E3 v5", Capability),
        new(Intel, 6, [0x8E, 0x9E], TscScaling.No, "Core of the 7th to 9th generation, Xeon E3 v6, Xeon E", Capability),
        new(Intel, 6, [0xA5], TscScaling.No, "Core of the 10th generation, Xeon W-1200", Capability),
        new(Intel, 6, [0x55], TscScaling.Yes, "Skylake-SP, Cascade Lake, Cooper Lake, Xeon W", Capability),
        new(Intel, 6, [0x6A, 0x6C], TscScaling.Yes, "Ice Lake-SP, Ice Lake-D", Capability),
        new(Intel, 6, [0x8F, 0xCF], TscScaling.Yes, "Sapphire Rapids, Emerald Rapids", Capability),
        new(Intel, 6, [0xAD], TscScaling.Yes, "Granite Rapids", Capability),
        new(Intel, 6, [0x7E, 0x8C, 0xA7], TscScaling.Yes, "Ice Lake, Tiger Lake, Rocket Lake", Capability),
        new(Intel, 6, [0x97, 0x9A, 0xBA], TscScaling.Yes, "Alder Lake, Raptor Lake", Capability),
        new(AmdVendor, 0x10, [], TscScaling.No, "family 10h", "AMD APM: introduced with family 15h"),
        new(AmdVendor, 0x15, [], TscScaling.Yes, "family 15h", Amd),
        new(AmdVendor, 0x17, [], TscScaling.Yes, "family 17h, EPYC 7001 and 7002", Amd),
        new(AmdVendor, 0x19, [], TscScaling.Yes, "family 19h, EPYC 7003 and 9004", Amd),
        new(AmdVendor, 0x1A, [], TscScaling.Yes, "family 1Ah, EPYC 9005", Amd),
    ];

    /// <summary>Whether a processor can scale the TSC; unknown for one that is not in the table, or on which captures disagree.</summary>
    /// <param name="vendor">Its maker, <c>intel</c> or <c>amd</c>.</param>
    /// <param name="family">CPUID's family, the extended one added.</param>
    /// <param name="model">CPUID's model, the extended one before it.</param>
    public static TscScaling Find(string? vendor, int? family, int? model) =>
        Array.Find(Rows, row => row.Vendor == vendor && row.Family == family && (row.Models is [] || row.Models.Contains(model ?? -1)))
            ?.Scales ?? TscScaling.Unknown;

    /// <summary>
    /// What is expected of a host by its processor and release. Intel's processors that can: yes from ESXi 6.7 on, whose virtual hardware
    /// knows it first; open on 6.5. AMD's: open, since ESXi may refuse where it adjusted the TSCs.
    /// </summary>
    internal static TscScaling Expect(HostFacts host) => Find(host.CpuVendor, host.CpuFamily, host.CpuModelNumber) switch
    {
        TscScaling.Yes when host.CpuVendor != Intel || !UsesScaling(host.Version) => TscScaling.Unknown,
        var can => can,
    };

    /// <summary>Whether its processors are Intel's, of which a log settles the whole class.</summary>
    public static bool IsIntel(HostFacts host) => host.CpuVendor == Intel;

    private static bool UsesScaling(string? release) =>
        Version.TryParse(release, out var version) && version >= new Version(6, 7);

    private sealed record KnownProcessor(string Vendor, int Family, int[] Models, TscScaling Scales, string Name, string Source);
}
