namespace TimerProbe.Guest.Inspection;

/// <summary>Understands the short texts in which Linux reports of itself.</summary>
internal static class LinuxTextParser
{
    private static readonly string[] ClockWords = ["notsc", "nohpet", "no-kvmclock", "no-kvmclock-vsyscall"];
    private static readonly string[] ClockKeys = ["tsc=", "clocksource=", "hpet=", "vdso="];

    private static readonly (string Word, string Name)[] KernelNames =
    [
        ("kvm-clock", "KVM"), ("KVM", "KVM"), ("PVM", "PVM"), ("xen", "Xen"), ("Xen", "Xen"), ("hyperv_clocksource", "Hyper-V"),
        ("lis_hyperv_clocksource", "Hyper-V"), ("Microsoft Hyper", "Hyper-V"), ("VMware", "VMware"), ("ACRN", "ACRN"),
    ];

    /// <summary>In a paravirtualized Xen guest only <c>/sys/hypervisor/type</c> says so: CPUID is not Xen's, SMBIOS is missing.</summary>
    public static HypervisorFacts AddXen(HypervisorFacts cpuid, string? type) =>
        type?.Trim() is "xen" ? cpuid with { Present = true, Name = "Xen" } : cpuid;

    /// <summary>
    /// Adds the hypervisor that the kernel goes by, as its clock source or its line <c>Hypervisor detected</c> names it. What CPUID
    /// shows a program may be an outer hypervisor's.
    /// </summary>
    public static HypervisorFacts AddKernel(HypervisorFacts cpuid, string? word)
    {
        var name = KernelNames.FirstOrDefault(known => word?.StartsWith(known.Word, StringComparison.Ordinal) == true).Name;
        return name is null || name == cpuid.Name || name == CpuidFacts.GetName(cpuid.Vendor, secondVendor: null) || cpuid.Name is "Xen" or "PVM"
            ? cpuid
            : cpuid with { Present = true, Name = name };
    }

    public static IReadOnlyList<string> ClockOptions(string? commandLine) =>
    [
        .. (commandLine ?? "").Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)
            .Where(option => ClockWords.Contains(option) || ClockKeys.Any(key => option.StartsWith(key, StringComparison.Ordinal)))
            .Distinct(),
    ];

    /// <summary>How many processors are in a list such as <c>0-3,8,10-11</c>; null when the text is no such list.</summary>
    public static int? CpuCount(string? list)
    {
        var total = 0L;
        foreach (var range in (list ?? "").Split(',', StringSplitOptions.TrimEntries))
        {
            var ends = range.Split('-');
            if (ends.Length > 2 || Number(ends[0]) is not { } first || Number(ends[^1]) is not { } last || last < first)
            {
                return null;
            }

            total += last - first + 1L;
        }

        return total <= int.MaxValue ? (int)total : null;
    }

    private static int? Number(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;
}
