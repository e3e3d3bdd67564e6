namespace TimerProbe.Core.Advice;

/// <summary>Why a kernel distrusts its TSC, by its words (tsc.c and tsc_sync.c of x86, clocksource.c) and its watchdog's figures.</summary>
internal static class TscDistrust
{
    /// <summary>A processor held up between two reads makes a difference like this; a clock that runs wrong a larger one.</summary>
    private const double LateRead = 0.01;

    /// <summary>The ACPI PM timer has 24 bits at 3,579,545 Hz: who looks too late misses whole turns.</summary>
    private const double PmTimerTurnNs = (1 << 24) / 3_579_545.0 * 1e9;

    private static readonly (string Words, TscReason Reason)[] Reasons =
    [
        ("TSC warp", TscReason.Warp),
        ("check_tsc_sync_source", TscReason.Warp),
        ("unsynchronized TSC", TscReason.Warp),
        ("'tsc-early'", TscReason.Early),
        ("skew is too large", TscReason.LateRead),
        ("Clocksource tsc unstable", TscReason.LateRead),
        ("clocksource watchdog", TscReason.LateRead),
        ("halts in idle", TscReason.Idle),
        ("cpufreq", TscReason.Idle),
        ("could not calculate TSC khz", TscReason.Uncalibrated),
        ("running on Hyper-V", TscReason.HyperV),
        ("boot parameter", TscReason.Option),
    ];

    public static TscReason GetReason(LinuxFacts linux)
    {
        var words = linux.UnstableReason ?? "";
        var said = Reasons.FirstOrDefault(known => words.Contains(known.Words, StringComparison.OrdinalIgnoreCase)).Reason;
        return (said, linux.Watchdog) switch
        {
            (TscReason.LateRead, { WentBack: true }) => TscReason.WentBack,
            (TscReason.LateRead, { AgainstNs: not null, TscNs: not null } seen) => GetReason(seen),
            _ => said,
        };
    }

    /// <summary>Whether the watchdog's figures are so near that one of them may only have been read late.</summary>
    public static bool MayBeLateRead(LinuxFacts linux) =>
        GetReason(linux) == TscReason.LateRead && linux.Watchdog is { AgainstNs: not null, TscNs: not null };

    /// <summary>The reason in a sentence of at most two lines; null where nothing of it is known.</summary>
    public static string? Explain(LinuxFacts linux) => GetReason(linux) switch
    {
        TscReason.LateRead => "The kernel ruled the TSC out until its next start: it ran apart from another timer, or that was read too late.",
        TscReason.Early => "The kernel tested its early TSC by its own ticks, which come late; kernels 4.16 to 5.3 do so whatever option is set.",
        TscReason.Apart => $"The kernel saw the TSC {Apart(linux.Watchdog!) * 100:0.#} % apart from {linux.Watchdog!.Against}, too much for a late read: a rate is wrong.",
        TscReason.Jumped => $"The TSC jumped by {Excess(linux.Watchdog!) / 1e9:0} s, as after a pause or restore, so the kernel ruled it out until its next start.",
        TscReason.WentBack => "The TSC began anew at less than before, as after a sleep of the host: the kernel ruled it out until its next start.",
        TscReason.Uncalibrated => "The kernel could not find the TSC's rate when it started (\"could not calculate TSC khz\"); no watchdog ruled it out.",
        TscReason.Warp => "The kernel measured that the processors' TSCs are not in step, and ruled the TSC out.",
        TscReason.Idle => "The TSC stops or changes its rate in the processor's power states, so the kernel ruled it out.",
        _ => null,
    };

    private static TscReason GetReason(WatchdogFacts seen)
    {
        var excess = Excess(seen);
        var turns = Math.Round(excess / PmTimerTurnNs);
        return Math.Abs(Apart(seen)) < LateRead ? TscReason.LateRead
            : seen.Against == "acpi_pm" && turns >= 1 && Math.Abs((excess / PmTimerTurnNs) - turns) < LateRead ? TscReason.LateRead
            : Apart(seen) > 1 ? TscReason.Jumped
            : TscReason.Apart;
    }

    private static double Excess(WatchdogFacts seen) => seen.TscNs!.Value.Nanoseconds - seen.AgainstNs!.Value.Nanoseconds;

    private static double Apart(WatchdogFacts seen) => Excess(seen) / Math.Max(1, seen.AgainstNs!.Value.Nanoseconds);
}

internal enum TscReason { Unknown, LateRead, Early, Apart, Jumped, WentBack, Uncalibrated, Warp, Idle, HyperV, Option }
