namespace TimerProbe.Core.Advice;

/// <summary>What to do about the clock source of a Linux kernel, the best first.</summary>
/// <param name="Source">The hypervisor's own source to change to; null without one on offer.</param>
internal sealed record ClocksourceChoice(IReadOnlyList<ClocksourceStep> Steps, string? Source, IReadOnlyList<string> Options)
{
    private const string Tsc = "tsc";
    private const string Xen = "xen";

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

    public static TscReason GetReason(string? said) =>
        Reasons.FirstOrDefault(known => said?.Contains(known.Words, StringComparison.OrdinalIgnoreCase) == true).Reason;

    private static bool KeepsAway(string option, string current) => option switch
    {
        "notsc" or "tsc=unstable" or "hpet=force" or "no-kvmclock" or "no-kvmclock-vsyscall" or "vdso=0" => true,
        _ => option == $"clocksource={current}" && current.All(letter => char.IsAsciiLetterOrDigit(letter) || letter is '_' or '-'),
    };

    private static ClocksourceStep ByReason(LinuxFacts linux) => GetReason(linux.UnstableReason) switch
    {
        TscReason.Watchdog => ClocksourceStep.StartKernelAnew,
        TscReason.Warp or TscReason.Idle => ClocksourceStep.DoNotForce,
        _ => ClocksourceStep.Look,
    };
}

internal enum ClocksourceStep { AskForOption, UsePage, UseTsc, StartKernelAnew, DoNotForce, Look }

/// <summary>
/// Why a kernel does not trust its TSC, by its own words (arch/x86/kernel/tsc.c, tsc_sync.c and kernel/time/clocksource.c).
/// </summary>
internal enum TscReason { Unknown, Watchdog, Warp, Idle, HyperV, Option }
