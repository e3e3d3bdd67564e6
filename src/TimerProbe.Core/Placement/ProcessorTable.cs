namespace TimerProbe.Core.Placement;

/// <summary>
/// Which processors scale the TSC, by CPUID's family and model, a source a row. <see cref="TscScaling.Unknown"/> where captures
/// disagree or nothing is known. That one can does not say that ESXi uses it.
/// </summary>
public static class ProcessorTable
{
    private const string Capability = "MSR 0x48B bit 57 and the line 'Use TSC scaling' of public vmware.log files";
    private const string Disabled = "'host does not support it' in public vmware.log files, no capture with it";
    private const string Generation = "Intel SDM: introduced after it; no capture of the generation with it";
    private const string Amd = "AMD APM 15.30.5: TSC ratio MSR, CPUID 0x8000000A EDX bit 4";

    private const string Intel = "intel";
    private const string AmdVendor = "amd";

    internal static readonly (string Vendor, int Family, int[] Models, TscScaling Scales, string Name, string Source)[] Rows =
    [
        (Intel, 6, [0x0F, 0x16, 0x17, 0x1D], TscScaling.No, "Core 2, Xeon 5100 to 7400", Generation),
        (Intel, 6, [0x1A, 0x1E, 0x1F, 0x2E], TscScaling.No, "Nehalem", Generation),
        (Intel, 6, [0x25, 0x2C, 0x2F], TscScaling.No, "Westmere", Disabled),
        (Intel, 6, [0x2A, 0x2D], TscScaling.No, "Sandy Bridge", Capability),
        (Intel, 6, [0x3A, 0x3E], TscScaling.No, "Ivy Bridge", Capability),
        (Intel, 6, [0x3C, 0x3F, 0x45, 0x46], TscScaling.No, "Haswell", Capability),
        (Intel, 6, [0x4F], TscScaling.Unknown, "Broadwell-EP", "three captures without, one with (E5-2696 v4, Workstation 16.2.4)"),
        (Intel, 6, [0x4E, 0x5E], TscScaling.No, "Core of the 6th generation, Xeon E3 v5", Capability),
        (Intel, 6, [0x8E, 0x9E], TscScaling.No, "Core of the 7th to 9th generation, Xeon E3 v6, Xeon E", Capability),
        (Intel, 6, [0xA5], TscScaling.No, "Core of the 10th generation, Xeon W-1200", Capability),
        (Intel, 6, [0x55], TscScaling.Yes, "Skylake-SP, Cascade Lake, Cooper Lake, Xeon W", Capability),
        (Intel, 6, [0x6A, 0x6C], TscScaling.Yes, "Ice Lake-SP, Ice Lake-D", Capability),
        (Intel, 6, [0x8F, 0xCF], TscScaling.Yes, "Sapphire Rapids, Emerald Rapids", Capability),
        (Intel, 6, [0xAD], TscScaling.Yes, "Granite Rapids", Capability),
        (Intel, 6, [0x7E, 0x8C, 0xA7], TscScaling.Yes, "Ice Lake, Tiger Lake, Rocket Lake", Capability),
        (Intel, 6, [0x97, 0x9A, 0xBA], TscScaling.Yes, "Alder Lake, Raptor Lake", Capability),
        (AmdVendor, 0x10, [], TscScaling.No, "family 10h", "AMD APM: introduced with family 15h"),
        (AmdVendor, 0x15, [], TscScaling.Yes, "family 15h", Amd),
        (AmdVendor, 0x17, [], TscScaling.Yes, "family 17h, EPYC 7001 and 7002", Amd),
        (AmdVendor, 0x19, [], TscScaling.Yes, "family 19h, EPYC 7003 and 9004", Amd),
        (AmdVendor, 0x1A, [], TscScaling.Yes, "family 1Ah, EPYC 9005", Amd),
    ];

    /// <summary>Unknown for a processor that is not in the table, or on which captures disagree.</summary>
    public static TscScaling Find(string? vendor, int? family, int? model) =>
        Array.Find(Rows, row => row.Vendor == vendor && row.Family == family && (row.Models is [] || row.Models.Contains(model ?? -1)))
            .Scales;

    internal static TscScaling Expect(HostFacts host) => Find(host.CpuVendor, host.CpuFamily, host.CpuModelNumber) switch
    {
        TscScaling.Yes when host.CpuVendor != Intel || !UsesScaling(host.Version) || ScalingJudge.MayBeNested(host) => TscScaling.Unknown,
        var can => can,
    };

    public static bool IsIntel(HostFacts host) => host.CpuVendor == Intel;

    private static bool UsesScaling(string? release) => Version.TryParse(release, out var version) && version >= new Version(6, 7);
}
