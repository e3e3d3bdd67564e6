namespace TimerProbe.Core.Verdicts;

/// <summary>The way a clock read takes through the operating system, as far as the verdict asks.</summary>
public readonly record struct ClockPath(bool InVirtualMachine, bool FastPath, bool PlatformTimer, bool HypervisorPage)
{
    private static readonly Frequency PmTimer = new(3_579_545);

    private static readonly Frequency Hpet = new(14_318_180);

    private static readonly Frequency NewerHpet = new(24_000_000);

    /// <summary>
    /// The unit of a hypervisor's reference time, 100 ns (Hypervisor Top-Level Functional Specification, "Partition Reference
    /// Counter"). Windows also shows it where it scales the TSC itself.
    /// </summary>
    private static readonly Frequency HypervisorReference = new(10_000_000);

    /// <summary>
    /// Between a TSC divided by 1,024 (at most some 6 MHz) and a whole TSC lie only platform timers: QEMU's HPET (100 MHz), Xen's
    /// (62.5 MHz), bhyve's (16,777,216 Hz).
    /// </summary>
    private static readonly Frequency UnlistedFrom = new(8_000_000);

    private static readonly Frequency UnlistedTo = new(500_000_000);

    private static readonly string[] PlatformClocksources = ["hpet", "acpi_pm", "jiffies", "refined-jiffies", "pit"];
    private static readonly string[] HypervisorClocksources =
        ["kvm-clock", "xen", "hyperv_clocksource_tsc_page", "lis_hyperv_clocksource_tsc_page"];

    private static readonly string[] CallingClocksources =
        ["hyperv_clocksource", "lis_hyperv_clocksource", "hyperv_clocksource_msr", "lis_hyperv_clocksource_msr"];

    /// <summary>Whether that page is valid by its own mark, its sequence; null where it could not be read.</summary>
    public bool? PageIsValid { get; init; }

    /// <summary>
    /// Reads ask the hypervisor by a system call. Windows: it counts in the hypervisor's 100 ns, the bypass is off and no platform
    /// timer is set. Linux: a clock source that reads the hypervisor's register.
    /// </summary>
    public bool HypervisorCall { get; init; }

    public bool Linux { get; init; }

    public bool Emulated { get; init; }

    /// <summary>The processor has no TSC and no CPUID.</summary>
    public bool Arm { get; init; }

    public static ClockPath From(MachineFacts machine) => OfSystem(machine) with
    {
        Emulated = machine.EmulatedOn is not null,
        Arm = machine.Architecture is "arm64" or "arm",
    };

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
        var platformTimer = windows.UsePlatformClock == true || IsPlatformTimer(windows.QpfHz, bypassIsOff);
        bool? pageIsValid = windows.ReferencePage?.Valid;
        var fastPath = bypass.HasFlag(QpcBypass.Enabled) && (!usesPage || pageIsValid == true);
        return new ClockPath(hypervisor, fastPath, platformTimer, usesPage)
        {
            PageIsValid = pageIsValid,
            HypervisorCall = bypassIsOff && !platformTimer && windows.QpfHz == HypervisorReference,
        };
    }

    private static ClockPath OfLinux(bool hypervisor, LinuxFacts linux) => new(
        hypervisor,
        FastPath: linux is { Clocksource: "tsc", Vdso: true },
        PlatformTimer: PlatformClocksources.Contains(linux.Clocksource),
        HypervisorPage: HypervisorClocksources.Contains(linux.Clocksource))
    {
        HypervisorCall = CallingClocksources.Contains(linux.Clocksource),
        Linux = true,
    };

    /// <summary>Whether a performance counter of this frequency runs on a platform timer.</summary>
    /// <param name="performanceCounter">The figure of <c>QueryPerformanceFrequency</c>; null when unknown.</param>
    internal static bool IsPlatformTimer(Frequency? performanceCounter, bool bySystemCall) =>
        performanceCounter == PmTimer || performanceCounter == Hpet || (bySystemCall
            && performanceCounter is { } other
            && (other == NewerHpet || IsUnlisted(other)));

    private static bool IsUnlisted(Frequency other) =>
        other != HypervisorReference && other.Hertz >= UnlistedFrom.Hertz && other.Hertz <= UnlistedTo.Hertz;
}
