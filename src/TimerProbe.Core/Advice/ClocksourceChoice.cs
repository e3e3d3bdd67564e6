namespace TimerProbe.Core.Advice;

/// <summary>What to do about the clock source of a Linux kernel, the best first.</summary>
/// <param name="Source">The hypervisor's own source to change to; null without one on offer.</param>
/// <param name="Options">The options of the kernel's command line that keep it from a better one.</param>
internal sealed record ClocksourceChoice(IReadOnlyList<ClocksourceStep> Steps, string? Source, IReadOnlyList<string> Options)
{
    private const string Tsc = "tsc";
    private const string Xen = "xen";

    private static readonly string[] HyperVPages = ["hyperv_clocksource_tsc_page", "lis_hyperv_clocksource_tsc_page"];
    private static readonly string[] Pages = [.. HyperVPages, "kvm-clock"];
    private static readonly string[] Ticks = ["jiffies", "refined-jiffies"];
    private static readonly string[] NoHpet = ["hpet=disable", "nohpet"];

    private static readonly ClocksourceChoice Nothing = new([], Source: null, []);

    public static ClocksourceChoice Of(LinuxFacts? linux)
    {
        if (linux?.Clocksource is not { } current || current is Tsc or "arch_sys_counter")
        {
            return Nothing;
        }

        var listed = linux.AvailableClocksources;
        var isPage = Pages.Contains(current);
        var page = isPage ? null : Pages.FirstOrDefault(known => listed.Contains(known));
        var isTscListed = listed.Contains(Tsc) && linux.TscUnstable != true;
        var options = linux.ClockOptions.Where(option => KeepsAway(option, current, isPage)).ToList();
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

    public static bool IsPageOffered(LinuxFacts linux) =>
        Pages.Append(Xen).Any(page => linux.Clocksource == page || linux.AvailableClocksources.Contains(page));

    public static bool IsHyperVPage(LinuxFacts? linux) => HyperVPages.Contains(linux?.Clocksource);

    /// <summary>Whether the kernel counts its own ticks although it could count by the TSC.</summary>
    public static bool TicksBesideTsc(LinuxFacts? linux) =>
        Ticks.Contains(linux?.Clocksource) && Of(linux).Steps is [ClocksourceStep.UseTsc, ..];

    /// <summary>Why the kernel does not go by a better source, in at most two lines; null where nothing of it is known.</summary>
    public static string? Explain(LinuxFacts linux) => Of(linux) switch
    {
        { Options: { Count: > 0 } options } when options.FirstOrDefault(option => NoHpet.Contains(option)) is { } hpet =>
            $"The option {hpet} took HPET away, the better of the two timers{(options.Count > 1 ? ", and another keeps the kernel from the TSC" : "")}.",
        { Options.Count: > 0 } => "An option of the kernel's command line keeps it from a better clock source.",
        { Source: not null } => "The kernel offers the hypervisor's own clock source, and does not use it.",
        { Steps: [ClocksourceStep.UseTsc, ..] } => "The kernel lists the TSC, so it trusts it: somebody or something chose another clock source.",
        _ => TscDistrust.Explain(linux),
    };

    /// <summary>A page is the best there is, so that an option about the TSC keeps nothing better away.</summary>
    private static bool KeepsAway(string option, string current, bool isPage) => option switch
    {
        "vdso=0" or "no-kvmclock-vsyscall" => true,
        _ when isPage => false,
        "notsc" or "tsc=unstable" or "hpet=force" or "no-kvmclock" => true,
        "hpet=disable" or "nohpet" => current is "acpi_pm",
        _ => option == $"clocksource={current}" && current.All(letter => char.IsAsciiLetterOrDigit(letter) || letter is '_' or '-'),
    };

    private static ClocksourceStep ByReason(LinuxFacts linux) => TscDistrust.GetReason(linux) switch
    {
        TscReason.Early => ClocksourceStep.NewerKernel,
        TscReason.Uncalibrated => ClocksourceStep.GiveRate,
        TscReason.LateRead or TscReason.Apart or TscReason.Jumped or TscReason.WentBack => ClocksourceStep.StartKernelAnew,
        TscReason.Warp or TscReason.Idle => ClocksourceStep.DoNotForce,
        _ => ClocksourceStep.Look,
    };
}

internal enum ClocksourceStep { AskForOption, UsePage, UseTsc, StartKernelAnew, GiveRate, NewerKernel, DoNotForce, Look }
