namespace TimerProbe.EndToEnd.Matrix;

internal static class HypervisorCells
{
    private const string HyperV = "qemu=-cpu host,kvm=off,hv-relaxed,hv-vapic,hv-time,hv-vpindex,hv-synic,hv-stimer,hv-frequencies";

    /// <summary>Those that QEMU boots by itself, in half a minute each.</summary>
    public static IReadOnlyList<HypervisorCell> Quick { get; } = [.. ((string[])["tsc", "hpet", "acpi_pm"]).Select(clock => Emulated($"QEMU, {clock}", clock))];

    public static IReadOnlyList<HypervisorCell> All { get; } =
    [
        .. Quick,
        Emulated("QEMU, a processor of 2007", "tsc", "cpu=core2duo"),
        new("QEMU, no /sys", "tcg", "kernel=clocksource=tsc without_sys=1") { Hypervisor = "QEMU (TCG)" },
        Emulated("QEMU, 128 MB", "tsc", "memory=128") with { IsPoor = true },
        .. from type in (string[])["pv", "pvh"]
           from mode in (string[])["native", "always_emulate", "default"]
           from clock in (string[])["tsc", "xen"]
           select Xen(type, mode, clock),
        .. ((string[])["kvm-clock", "tsc", "hpet", "acpi_pm"]).Select(clock => Nested($"KVM, {clock}", "KVM", clock, "qemu=-cpu host")),
        Nested("KVM as Hyper-V", "Hyper-V", "hyperv_clocksource_tsc_page", HyperV),
        Nested("KVM as VMware", "VMware", "tsc", "qemu=-cpu host,kvm=off,hv-relaxed,hv-vendor-id=VMwareVMware"),
        new("KVM, a kernel that takes the TSC for 333 MHz", "kvm", "kernel=clocksource=tsc tsc=reliable no-kvmclock tsc_early_khz=333000", "qemu=-cpu host,vmware-cpuid-freq=on,tsc-frequency=own")
        {
            Hypervisor = "KVM", IsMiscalibrated = true,
        },
        Nested("KVM, two guests on one processor", "KVM", "kvm-clock", "qemu=-cpu host", "neighbor=1") with { IsPoor = true },
    ];

    /// <summary>
    /// A guest that is saved and restored, and then again on a host of another frequency, while it watches its clock. Both hosts' TSC is reliable to Xen, so that
    /// <c>tsc_mode</c> default lets it be read natively where the frequency is the guest's. That of the second counts instructions, at 1 GHz.
    /// </summary>
    public static HypervisorCell Moved { get; } = new(
        "Xen PV, moved to another frequency", "xen", "move=1", "kernel=clocksource=tsc watch=1200 every=3 settle=20", "xl=type=\"pv\"", "memory=512", "limit=1800",
        "cpu=max,-smap,-smep,+invtsc,x-force-features=on", "next=-icount shift=3")
    {
        Hypervisor = "Xen",
        Traps = null,
    };

    private static HypervisorCell Emulated(string name, string clock, params IEnumerable<string> words) =>
        new(name, ["tcg", $"kernel=clocksource={clock}", .. words]) { Hypervisor = "QEMU (TCG)" };

    private static HypervisorCell Nested(string name, string hypervisor, string clock, params IEnumerable<string> words) =>
        new(name, ["kvm", $"kernel=clocksource={clock}", .. words]) { Hypervisor = hypervisor };

    private static HypervisorCell Xen(string type, string mode, string clock) =>
        new($"Xen {type.ToUpperInvariant()}, tsc_mode {mode}, {clock}", "xen", $"kernel=clocksource={clock}", $"xl={Configuration(type, mode)}")
        {
            Hypervisor = "Xen",
            Traps = mode switch { "native" => false, "always_emulate" => true, _ => null },
        };

    // Xen does not emulate RDTSCP where it emulates RDTSC in a guest with hardware's help, and such a guest dies of it.
    private static string Configuration(string type, string mode) =>
        $"type=\"{type}\"" + (mode == "default" ? "" : $";tsc_mode=\"{mode}\"") + (type == "pvh" && mode != "native" ? ";cpuid=\"host,rdtscp=0\"" : "");
}
