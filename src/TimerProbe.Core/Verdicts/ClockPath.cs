using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Verdicts;

/// <summary>The way a clock read takes through the operating system, as far as the verdict asks.</summary>
/// <param name="InVirtualMachine">The hypervisor bit is set.</param>
/// <param name="FastPath">Reads are proven to execute RDTSC in user mode: QPC bypass on and the
/// reference page, where one is used, valid; or clock source tsc with a vDSO.</param>
/// <param name="PlatformTimer">Its frequency, the clock source or the boot options name a platform timer.</param>
/// <param name="HypervisorPage">Reads are meant to go through a page shared with the hypervisor.</param>
public readonly record struct ClockPath(bool InVirtualMachine, bool FastPath, bool PlatformTimer, bool HypervisorPage)
{
    private static readonly string[] PlatformClocksources = ["hpet", "acpi_pm", "jiffies", "refined-jiffies", "pit"];
    private static readonly string[] HypervisorClocksources = ["kvm-clock", "xen", "hyperv_clocksource_tsc_page", "hyperv_clocksource_msr"];

    /// <summary>Whether that page is valid by its own mark, its sequence; null where it could not be read.</summary>
    public bool? PageIsValid { get; init; }

    /// <summary>
    /// Windows counts in the hypervisor's 100 ns and reads it by a system call: the bypass is off and no platform timer is set.
    /// </summary>
    public bool HypervisorCall { get; init; }

    /// <summary>
    /// The process is emulated on a processor of another architecture: what an instruction costs it says nothing of a TSC.
    /// </summary>
    public bool Emulated { get; init; }

    /// <summary>Reads the path off what the machine tells.</summary>
    public static ClockPath From(MachineFacts machine) => OfSystem(machine) with { Emulated = machine.EmulatedOn is not null };

    private static ClockPath OfSystem(MachineFacts machine) => machine switch
    {
        { Windows: { } windows } => OfWindows(machine.Hypervisor.Present == true, windows),
        { Linux: { } linux } => OfLinux(machine.Hypervisor.Present == true, linux),
        _ => new ClockPath(machine.Hypervisor.Present == true, FastPath: false, PlatformTimer: false, HypervisorPage: false),
    };

    private static ClockPath OfWindows(bool hypervisor, WindowsFacts windows)
    {
        var bypass = (QpcBypass)(windows.QpcBypass ?? 0);
        var bypassIsOff = windows is { QpcBypass: not null, Wine: null } && !bypass.HasFlag(QpcBypass.Enabled);
        var usesPage = bypass.HasFlag(QpcBypass.HypervisorPage);
        var platformTimer = windows.UsePlatformClock == true || PlatformTimers.Drive(windows.QpfHz, bypassIsOff);
        bool? pageIsValid = windows.ReferencePage?.Valid;
        return new ClockPath(
            hypervisor,
            FastPath: bypass.HasFlag(QpcBypass.Enabled) && (!usesPage || pageIsValid == true),
            platformTimer,
            usesPage)
        {
            PageIsValid = pageIsValid,
            HypervisorCall = bypassIsOff && !platformTimer && windows.QpfHz == PlatformTimers.HypervisorReference,
        };
    }

    private static ClockPath OfLinux(bool hypervisor, LinuxFacts linux) => new(
        hypervisor,
        FastPath: linux is { Clocksource: "tsc", Vdso: true },
        PlatformTimer: PlatformClocksources.Contains(linux.Clocksource),
        HypervisorPage: HypervisorClocksources.Contains(linux.Clocksource));
}
