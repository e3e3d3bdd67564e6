namespace TimerProbe.Core.Verdicts;

/// <summary>A verdict is decided, and measuring may stop, only if <see cref="VerdictTable"/> agrees at every corner of the box.</summary>
public sealed class VerdictJudge(ClockPath path)
{
    private const double CalibrationTolerance = 1.25;

    public bool IsDecided(ClockIntervals intervals)
    {
        var corners = Corners(intervals);
        return corners.TrueForAll(corner => corner == corners[0]);
    }

    public Verdict Judge(ClockIntervals intervals, ClockChange? change = null, bool cancelled = false, string? doubt = null)
    {
        if (doubt is not null && !cancelled)
        {
            return new Verdict(ClockState.Unclear, ClockCause.Unknown, Confidence: null, doubt);
        }

        var (state, cause, confidence) = VerdictTable.Judge(intervals.Medians, path, change is not null);
        if (change is null && (cancelled || !IsTrustworthy(intervals)))
        {
            (state, cause, confidence) = (ClockState.Unclear, ClockCause.Unknown, null);
        }

        return new Verdict(state, cause, confidence, Because(state, cause, intervals, change, cancelled));
    }

    /// <summary>
    /// Why figures in ns cannot be believed, or null: the TSC rate that the guest's kernel assumed scales every figure, and may be wrong.
    /// A clock outside of the machine decides, where one was asked.
    /// </summary>
    public static string? GetDoubt(MachineFacts machine, DriftFacts? drift)
    {
        if (drift?.CounterAgainstReferencePpm is { } ppm)
        {
            var rate = 1 + (ppm.Value / 1e6);
            return IsApart(rate)
                ? $"the machine counts {rate:0.00} s in a second of the clock that it was compared with, so what was measured in ns is wrong by as much"
                : null;
        }

        if (machine is not { Linux.KernelTscHz: { Hertz: > 0 } kernel, Hypervisor.VirtualTscHz: { Hertz: > 0 } reported })
        {
            return null;
        }

        var factor = (double)reported.Hertz / kernel.Hertz;
        return IsApart(factor)
            ? $"the kernel takes the TSC for {kernel.Megahertz:#,0} MHz and the hypervisor reports {reported.Megahertz:#,0} MHz, so what was measured in ns may be {(factor > 1 ? factor : 1 / factor):0.0} times too {(factor > 1 ? "high" : "low")}; --drift with --reference compares with a clock outside"
            : null;
    }

    private static bool IsApart(double factor) => factor is > CalibrationTolerance or < 1 / CalibrationTolerance;

    private bool IsTrustworthy(ClockIntervals intervals)
    {
        var corners = Corners(intervals);
        var expensive = corners.FindAll(corner => corner.Cause != ClockCause.None);
        var neighbors = corners.Max(corner => corner.State) - corners.Min(corner => corner.State) <= 1;
        return intervals.IsComplete && neighbors && expensive.TrueForAll(corner => corner.Cause == expensive[0].Cause);
    }

    // Plain loops: this runs in a cold process while the budget is spent, and compiling a query would cost more than asking it.
    private List<(ClockState State, ClockCause Cause, Confidence? Confidence)> Corners(ClockIntervals intervals)
    {
        var corners = new List<(ClockState State, ClockCause Cause, Confidence? Confidence)>();
        foreach (var preciseTime in Points(intervals.PreciseTime))
        {
            foreach (var vmExit in Points(intervals.VmExit))
            {
                foreach (var timestampCounter in Points(intervals.TimestampCounter))
                {
                    foreach (var counter in Points(intervals.TimestampCounter is null ? intervals.Counter : null))
                    {
                        foreach (var control in Points(intervals.Control))
                        {
                            var costs = new ClockCosts(preciseTime!.Value, vmExit, timestampCounter);
                            costs = costs with { Counter = counter, CoarseTime = intervals.CoarseTime, ControlFactor = control };
                            corners.Add(VerdictTable.Judge(costs, path));
                        }
                    }
                }
            }
        }

        return corners;
    }

    private static Duration?[] Points(MedianInterval? interval) => interval is { } known ? [known.Low, known.Median, known.High] : [null];

    // A control that is nowhere slowed explains nothing, wherever it lies.
    private static double?[] Points(RatioInterval? control) =>
        control is { High: >= VerdictTable.SlowedControl } known ? [known.Low, known.Median, known.High] : [null];

    private string Because(ClockState state, ClockCause cause, ClockIntervals intervals, ClockChange? change, bool cancelled)
    {
        var precise = intervals.PreciseTime;
        return (state, cause) switch
        {
            _ when change is not null => Changing(change),
            _ when cancelled => $"cancelled; until then a precise-time read cost {precise.Median}",
            (ClockState.Unclear, _) when !intervals.IsComplete =>
                "the time budget ended before enough was measured; use --budget to allow more time",
            (ClockState.Unclear, _) => $"a precise-time read costs anything from {Range(precise.Low, precise.High)}",
            (_, ClockCause.None) => $"a precise-time read costs {precise.Median}; up to {VerdictTable.HealthyLimit} is healthy",
            (_, ClockCause.TscTrapped) => Trapped(intervals),
            (_, ClockCause.PlatformTimer) =>
                $"a precise-time read costs {precise.Median}{WhileNative(intervals)}, and the operating system reads a platform timer",
            (_, ClockCause.HypervisorPage) =>
                $"a precise-time read costs {precise.Median}{WhileNative(intervals)}, and the hypervisor's page {Page}",
            (_, ClockCause.HypervisorCall) =>
                $"a precise-time read costs {precise.Median}{WhileNative(intervals)}, and {(path.Linux ? "the kernel" : "Windows")} makes a system call to ask the hypervisor for its reference time",
            (_, ClockCause.SystemCall) =>
                $"a precise-time read costs {precise.Median}{WhileNative(intervals)}, and coarse time, which reads no clock, {intervals.CoarseTime}: each is a system call",
            (_, ClockCause.CpuStarved) =>
                $"a precise-time read costs {precise.Median}, and arithmetic that reads no clock is {intervals.Control!.Value.Median:0.0} times slower than it should be",
            _ => Unknown(intervals),
        };
    }

    private static string Changing(ClockChange change) => change switch
    {
        { Between: ClockChangeKind.Processors } =>
            $"a precise-time read costs {change.LowNs} on some processors and {change.HighNs} on others",
        { HighShare: { } share } =>
            $"a precise-time read costs {change.LowNs} at one moment and {change.HighNs} at another ({share * 100:0} % of the time)",
        _ => $"a precise-time read costs {change.LowNs} at one moment and {change.HighNs} at another",
    };

    private string Page => path switch
    {
        { PageIsValid: false } => "is marked invalid",
        { Linux: true } => "is not what they go by: each is a system call",
        _ => "is in the read path; whether it is valid could not be read",
    };

    private string Trapped(ClockIntervals intervals)
    {
        if (intervals.TimestampCounter is not { } tsc)
        {
            return $"a precise-time read costs {intervals.PreciseTime.Median}, {Comparison(intervals.PreciseTime.Median, intervals.VmExit!.Value.Median)}, and nothing but the TSC is in the read path";
        }

        return intervals.VmExit is { } exit && path.InVirtualMachine
            && VerdictTable.IsExit(exit.Median) && tsc.Median / exit.Median >= VerdictTable.TrappedRatio
                ? $"RDTSC costs {tsc.Median}, {Comparison(tsc.Median, exit.Median)}"
                : $"RDTSC costs {tsc.Median}; executed natively it costs 10 to 25 ns, never {VerdictTable.VmExitFloor}";
    }

    private string Unknown(ClockIntervals intervals) => intervals switch
    {
        _ when path.Emulated =>
            $"a precise-time read costs {intervals.PreciseTime.Median}; this process is emulated, so what RDTSC costs it says nothing of the machine's TSC",
        { TimestampCountersDisagree: true } =>
            $"a precise-time read costs {intervals.PreciseTime.Median}; RDTSC and RDTSCP differ tenfold, so neither says whether the TSC is trapped",
        { TimestampCounter: null } when path.Arm =>
            $"a precise-time read costs {intervals.PreciseTime.Median}: each is a system call, or the kernel or the hypervisor traps reads of the processor's counter",
        { TimestampCounter: null } when intervals.PreciseTime.Median >= VerdictTable.CheckLimit =>
            $"a precise-time read costs {intervals.PreciseTime.Median}; without timing RDTSC, a trapped TSC and an expensive path through the operating system look the same{(path is { HypervisorPage: true, PageIsValid: null } ? ", and whether the hypervisor's page is valid could not be read" : "")}",
        _ => $"a precise-time read costs {intervals.PreciseTime.Median}, and no known cause fits",
    };

    private static string WhileNative(ClockIntervals intervals) =>
        intervals.TimestampCounter is { } tsc ? $" while RDTSC costs {tsc.Median}" : "";

    private static string Comparison(Duration read, Duration exit) => (read / exit) switch
    {
        >= 1.5 and var ratio => $"{ratio:0.0} times a VM exit ({exit})",
        >= 0.75 => $"as much as a VM exit ({exit})",
        var ratio => $"{ratio:0.00} of a VM exit ({exit})",
    };

    private static string Range(Duration low, Duration high) => $"{low} to {high}";
}

/// <summary>The measured costs a verdict rests on.</summary>
/// <param name="VmExit">CPUID; null when it was not measured.</param>
/// <param name="TimestampCounter">RDTSC; null without the executable stub, and where its figure may not decide.</param>
public sealed record ClockIntervals(
    MedianInterval PreciseTime, MedianInterval? VmExit, MedianInterval? TimestampCounter, bool IsComplete = true)
{
    /// <summary>A read of the counter; null when it was not measured for the verdict, as where RDTSC is.</summary>
    public MedianInterval? Counter { get; init; }

    /// <summary>A read of coarse time; null when it was not measured for the verdict.</summary>
    public Duration? CoarseTime { get; init; }

    public bool TimestampCountersDisagree { get; init; }

    /// <summary>How many times slower than its cycles the arithmetic control ran; null when that is not known.</summary>
    public RatioInterval? Control { get; init; }

    internal ClockCosts Medians => new(PreciseTime.Median, VmExit?.Median, TimestampCounter?.Median)
    {
        Counter = Counter?.Median,
        CoarseTime = CoarseTime,
        ControlFactor = Control?.Median,
    };
}

/// <summary>Says whether something took processors from the process while it ran.</summary>
public static class Starvation
{
    public const double StealLimit = 0.1;

    public const double WaitLimit = 0.25;

    private const double WaitFloorMs = 5;

    // The kernel counts steal in ticks of 10 ms: one tick may be next to nothing.
    private const double StealFloorMs = 30;

    public static bool IsUnder(MachineFacts machine)
    {
        var pressure = machine.CpuPressure;
        return IsFromOutside(machine) || (pressure.WaitedMs > WaitLimit * pressure.OverMs && pressure.WaitedMs > WaitFloorMs);
    }

    public static bool IsFromOutside(MachineFacts machine)
    {
        var pressure = machine.CpuPressure;
        return pressure.ThrottledMs > 0
            || (pressure.StealMs > StealLimit * pressure.OverMs * (machine.ProcessorCount ?? 1) && pressure.StealMs >= StealFloorMs);
    }
}
