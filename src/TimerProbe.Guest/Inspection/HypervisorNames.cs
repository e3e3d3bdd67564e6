using TimerProbe.Core.Facts;

namespace TimerProbe.Guest.Inspection;

/// <summary>The names people use for the vendor strings of CPUID 0x40000000.</summary>
internal static class HypervisorNames
{
    private static readonly Dictionary<string, string> Names = new(StringComparer.Ordinal)
    {
        ["VMwareVMware"] = "VMware",
        ["KVMKVMKVM"] = "KVM",
        ["Linux KVM Hv"] = "KVM",
        ["Microsoft Hv"] = "Hyper-V",
        ["XenVMMXenVMM"] = "Xen",
        ["VBoxVBoxVBox"] = "VirtualBox",
        ["TCGTCGTCGTCG"] = "QEMU (TCG)",
        [" lrpepyh  vr"] = "Parallels",
        ["prl hyperv  "] = "Parallels",
        ["bhyve bhyve "] = "bhyve",
        ["ACRNACRNACRN"] = "ACRN",
        ["QNXQVMBSQG"] = "QNX",
        [" QNXQVMBSQG "] = "QNX",
    };

    /// <summary>
    /// The name. A hypervisor that poses as Hyper-V, for Windows' sake, shows its own vendor in the second range of leaves;
    /// one that is not known is named by its vendor string.
    /// </summary>
    public static string? Of(string? vendor, string? secondVendor)
    {
        if (vendor is "Microsoft Hv" && secondVendor is not null && Names.TryGetValue(secondVendor, out var behind))
        {
            return behind;
        }

        return vendor is null ? null : Names.GetValueOrDefault(vendor, vendor.Trim());
    }

    /// <summary>Whether VMware runs this machine, also when its vendor string is hidden or another layer's.</summary>
    public static bool IsVMware(MachineFacts machine) =>
        machine.Hypervisor.Name is "VMware" ||
        (machine.SmbiosManufacturer?.StartsWith("VMware", StringComparison.OrdinalIgnoreCase) ?? false);
}
