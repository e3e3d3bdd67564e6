namespace TimerProbe.Guest.Inspection;

internal sealed record CpuidFacts(string? CpuModel, bool InvariantTsc, HypervisorFacts Hypervisor, string? NoVirtualTscReason)
{
    private const uint HypervisorRange = 0x4000_0000, SecondHypervisorRange = 0x4000_0100;
    private const uint TscFrequencyLeaf = 0x4000_0010;

    // The names people use for the vendor strings of 0x40000000.
    private static readonly Dictionary<string, string> Names = new()
    {
        ["VMwareVMware"] = "VMware",
        ["KVMKVMKVM"] = "KVM",
        ["Linux KVM Hv"] = "KVM",
        ["Microsoft Hv"] = "Hyper-V",
        ["XenVMMXenVMM"] = "Xen",
        ["VBoxVBoxVBox"] = "VirtualBox",
        ["HAXMHAXMHAXM"] = "HAXM",
        ["TCGTCGTCGTCG"] = "QEMU (TCG)",
        [" lrpepyh  vr"] = "Parallels",
        ["prl hyperv  "] = "Parallels",
        ["bhyve bhyve "] = "bhyve",
        ["ACRNACRNACRN"] = "ACRN",
        ["QNXQVMBSQG"] = "QNX",
        [" QNXQVMBSQG "] = "QNX",
    };

    /// <summary>As vCenter spells the two makers; null for others.</summary>
    public string? CpuVendor { get; init; }

    public ProcessorSignature? Signature { get; init; }

    /// <summary>
    /// Understands CPUID: Intel's and AMD's manuals up to 0x80000007, and from 0x40000000 on what VMware proposed and Microsoft's
    /// TLFS lays down.
    /// </summary>
    public static CpuidFacts Parse(CpuidLeaves leaves)
    {
        var present = IsSet(leaves.At(1)?.Ecx, 31);
        var (virtualTsc, why) = present ? VirtualTsc(leaves) : new Reading<Frequency?>(Value: null, Why: null);
        return new CpuidFacts(
            Brand(leaves),
            IsSet(leaves.At(0x8000_0007)?.Edx, 8),
            present ? GetHypervisor(leaves, virtualTsc) : new HypervisorFacts { Present = false },
            why)
        {
            CpuVendor = leaves.At(0) is not { } zero ? null : CpuidLeaves.Text(zero.Ebx, zero.Edx, zero.Ecx) switch
            {
                "GenuineIntel" => "intel",
                "AuthenticAMD" => "amd",
                _ => null,
            },
            Signature = leaves.At(1) is { } one ? ProcessorSignature.From(one.Eax) : null,
        };
    }

    /// <summary>One that poses as Hyper-V shows its own vendor in the second range; an unknown one is named by its vendor string.</summary>
    public static string? GetName(string? vendor, string? secondVendor)
    {
        if (vendor is "Microsoft Hv" && secondVendor is not null && Names.TryGetValue(secondVendor, out var behind))
        {
            return behind;
        }

        return vendor is null ? null : Names.GetValueOrDefault(vendor, vendor.Trim());
    }

    private static HypervisorFacts GetHypervisor(CpuidLeaves leaves, Frequency? virtualTsc)
    {
        var vendor = Vendor(leaves, HypervisorRange);
        var hypervisorInterface = leaves.At(HypervisorRange + 1) is { } one ? Interface(CpuidLeaves.Text(one.Eax)) : null;
        return new HypervisorFacts
        {
            Present = true,
            Vendor = vendor,
            Name = GetName(vendor, Vendor(leaves, SecondHypervisorRange)),
            Interface = hypervisorInterface,
            ReferenceTsc = hypervisorInterface is "Hv#1" ? IsSet(leaves.At(HypervisorRange + 3)?.Eax, 9) : null,
            VirtualTscHz = virtualTsc,
            VirtualTscSource = virtualTsc is null ? null : TscRateSource.Cpuid,
        };
    }

    private static Reading<Frequency?> VirtualTsc(CpuidLeaves leaves) => leaves.At(TscFrequencyLeaf) switch
    {
        null => Reading.Missing<Frequency?>(
            $"the hypervisor reports no TSC frequency: its CPUID leaves end at 0x{leaves.Maximum(HypervisorRange):x8}"),
        { Eax: 0 } => Reading.Missing<Frequency?>("the hypervisor reports no TSC frequency: CPUID 0x40000010 is empty"),
        { Eax: < 100_000 or > 20_000_000 } implausible => Reading.Missing<Frequency?>(
            $"CPUID 0x40000010 reports {implausible.Eax} kHz, which is not a valid TSC frequency"),
        { } reported => Reading.From<Frequency?>(Frequency.FromKilohertz(reported.Eax)),
    };

    private static string? Vendor(CpuidLeaves leaves, uint range) =>
        leaves.At(range) is { } zero ? Known(CpuidLeaves.Text(zero.Ebx, zero.Ecx, zero.Edx)) : null;

    // KVM keeps feature bits where others sign with a text such as Hv#1.
    private static string? Interface(string text) => text is [_, _, '#', _] ? text : null;

    private static string? Brand(CpuidLeaves leaves) =>
        leaves.At(0x8000_0002) is { } a && leaves.At(0x8000_0003) is { } b && leaves.At(0x8000_0004) is { } c
            ? Known(CpuidLeaves.Text(a.Eax, a.Ebx, a.Ecx, a.Edx, b.Eax, b.Ebx, b.Ecx, b.Edx, c.Eax, c.Ebx, c.Ecx, c.Edx).Trim())
            : null;

    private static string? Known(string text) => text.Length == 0 ? null : text;

    private static bool IsSet(uint? register, int bit) => (register >> bit & 1) == 1;
}
