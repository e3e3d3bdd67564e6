using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Verdicts;

/// <summary>The way a clock read takes through the operating system, as far as the verdict asks.</summary>
/// <param name="InVirtualMachine">The hypervisor bit is set.</param>
/// <param name="FastPath">Reads are meant to execute RDTSC in user mode: QPC bypass, or clock source tsc with a vDSO.</param>
/// <param name="PlatformTimer">The QPC bypass is off, or its frequency or the clock source names a platform timer.</param>
/// <param name="HypervisorPage">Reads are meant to go through a page shared with the hypervisor.</param>
public readonly record struct ClockPath(bool InVirtualMachine, bool FastPath, bool PlatformTimer, bool HypervisorPage)
{
    private static readonly string[] PlatformClocksources = ["hpet", "acpi_pm", "jiffies", "refined-jiffies", "pit"];
    private static readonly string[] HypervisorClocksources = ["kvm-clock", "xen", "hyperv_clocksource_tsc_page", "hyperv_clocksource_msr"];

    /// <summary>Reads the path off what the machine tells.</summary>
    public static ClockPath Of(MachineFacts machine) => machine switch
    {
        { Windows: { } windows } => OfWindows(machine.Hypervisor.Present == true, windows),
        { Linux: { } linux } => OfLinux(machine.Hypervisor.Present == true, linux),
        _ => new ClockPath(machine.Hypervisor.Present == true, FastPath: false, PlatformTimer: false, HypervisorPage: false),
    };

    private static ClockPath OfWindows(bool hypervisor, WindowsFacts windows)
    {
        var bypass = (QpcBypass)(windows.QpcBypass ?? 0);
        var bypassIsOff = windows is { QpcBypass: not null, Wine: null } && !bypass.HasFlag(QpcBypass.Enabled);
        return new ClockPath(
            hypervisor,
            FastPath: bypass.HasFlag(QpcBypass.Enabled),
            PlatformTimer: bypassIsOff || PlatformTimers.Drive(windows.QpfHz),
            HypervisorPage: bypass.HasFlag(QpcBypass.HypervisorPage));
    }

    private static ClockPath OfLinux(bool hypervisor, LinuxFacts linux) => new(
        hypervisor,
        FastPath: linux is { Clocksource: "tsc", Vdso: true },
        PlatformTimer: PlatformClocksources.Contains(linux.Clocksource),
        HypervisorPage: HypervisorClocksources.Contains(linux.Clocksource));
}
