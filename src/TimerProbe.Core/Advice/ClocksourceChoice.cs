namespace TimerProbe.Core.Advice;

/// <summary>What to do about the clock source of a Linux kernel, the best first.</summary>
/// <param name="Steps">The steps.</param>
/// <param name="Source">The hypervisor's own source to change to; null without one on offer.</param>
/// <param name="Options">The options of the command line that keep a better one away.</param>
internal sealed record ClocksourceChoice(IReadOnlyList<ClocksourceStep> Steps, string? Source, IReadOnlyList<string> Options)
{
    private const string Tsc = "tsc";
    private const string Xen = "xen";

    /// <summary>The hypervisors' sources that a program can read without leaving the machine, the best first.</summary>
    private static readonly string[] Pages = ["hyperv_clocksource_tsc_page", "lis_hyperv_clocksource_tsc_page", "kvm-clock"];

    private static readonly (string Words, TscReason Reason)[] Reasons =
    [
        ("TSC warp", TscReason.Warp),
        ("check_tsc_sync_source", TscReason.Warp),
        ("unsynchronized TSC", TscReason.Warp),
        ("skew is too large", TscReason.Watchdog),
        ("Clocksource tsc unstable", TscReason.Watchdog),
        ("clocksource watchdog", TscReason.Watchdog),
        ("halts in idle", TscReason.Idle),
        ("cpufreq", TscReason.Idle),
        ("running on Hyper-V", TscReason.HyperV),
        ("boot parameter", TscReason.Option),
    ];

    private static readonly ClocksourceChoice Nothing = new([], Source: null, []);

    /// <summary>
    /// The choice by what the kernel says: never a source that it does not list, and the TSC only where it trusts it. On its list is what
    /// can be chosen at once; what it ruled out stays out until its next start.
    /// </summary>
    public static ClocksourceChoice Of(LinuxFacts? linux)
    {
        if (linux?.Clocksource is not { } current || current == Tsc)
        {
            return Nothing;
        }

        var listed = linux.AvailableClocksources;
        var isPage = Pages.Contains(current);
        var page = isPage ? null : Pages.FirstOrDefault(known => listed.Contains(known));
        var isTscListed = listed.Contains(Tsc) && linux.TscUnstable != true;
        var options = linux.ClockOptions.Where(option => KeepsAway(option, current)).ToList();
        var steps = new List<ClocksourceStep>();
        Add(options.Count > 0, ClocksourceStep.AskForOption);
        Add(page is not null, ClocksourceStep.UsePage);
        Add(isTscListed, ClocksourceStep.UseTsc);
        if (steps.Count == 0 && !isPage)
        {
            var last = listed.Count == 0 ? ClocksourceStep.Look : ByReason(linux);
            Add(last != ClocksourceStep.Look || listed.Count == 0 || current != Xen, last);
        }

        return new(steps, page, options);

        void Add(bool fits, ClocksourceStep step)
        {
            if (fits)
            {
                steps.Add(step);
            }
        }
    }

    public static TscReason ReasonOf(string? said) =>
        Reasons.FirstOrDefault(known => said?.Contains(known.Words, StringComparison.OrdinalIgnoreCase) == true).Reason;

    private static bool KeepsAway(string option, string current) => option switch
    {
        "notsc" or "tsc=unstable" or "hpet=force" or "no-kvmclock" or "no-kvmclock-vsyscall" or "vdso=0" => true,
        _ => option == $"clocksource={current}" && current.All(letter => char.IsAsciiLetterOrDigit(letter) || letter is '_' or '-'),
    };

    private static ClocksourceStep ByReason(LinuxFacts linux) => ReasonOf(linux.UnstableReason) switch
    {
        TscReason.Watchdog => ClocksourceStep.StartKernelAnew,
        TscReason.Warp or TscReason.Idle => ClocksourceStep.DoNotForce,
        _ => ClocksourceStep.Look,
    };
}

internal enum ClocksourceStep
{
    /// <summary>An option of the command line keeps a better one away.</summary>
    AskForOption,

    /// <summary>The hypervisor's own is on the list.</summary>
    UsePage,

    /// <summary>The TSC is on the list.</summary>
    UseTsc,

    /// <summary>The watchdog ruled the TSC out until the next start.</summary>
    StartKernelAnew,

    /// <summary>The TSC is unfit by the kernel's own test.</summary>
    DoNotForce,

    /// <summary>The list or the reason is not known.</summary>
    Look,
}

/// <summary>
/// Why a kernel does not trust its TSC, by its own words (arch/x86/kernel/tsc.c, tsc_sync.c and kernel/time/clocksource.c).
/// </summary>
internal enum TscReason
{
    Unknown,

    /// <summary>It ran apart from the timer that watches it, or that timer was read too late.</summary>
    Watchdog,

    /// <summary>Processors' counters differ.</summary>
    Warp,

    /// <summary>It stops or changes its rate with the processor's power states.</summary>
    Idle,

    /// <summary>Ordinary on Hyper-V without an invariant TSC.</summary>
    HyperV,

    /// <summary>An option says so.</summary>
    Option,
}
