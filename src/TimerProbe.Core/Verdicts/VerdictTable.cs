namespace TimerProbe.Core.Verdicts;

/// <summary>Which costs mean which state and cause, by exact figures; <see cref="VerdictJudge"/> asks about every corner.</summary>
public static class VerdictTable
{
    /// <summary>At most this is healthy. A normal read takes 20 to 60 ns.</summary>
    public static readonly Duration HealthyLimit = new(100);

    /// <summary>The least that a read of precise time is seen to cost where it is native, rounded: 17 ns on recent Linux.</summary>
    public static readonly Duration NormalFrom = new(20);

    /// <summary>The most, rounded: 55 to 62 ns, 16 to 18 million calls a second, on Windows machines of the 2010s.</summary>
    public static readonly Duration NormalTo = new(60);

    public static readonly Duration CheckLimit = new(300);

    public static readonly Duration SuspiciousLimit = new(600);

    public static readonly Duration NativeTscLimit = new(100);

    /// <summary>CPUID from this on left the virtual machine (30-100 ns outside of one), RDTSC is trapped (10-25 ns natively).</summary>
    public static readonly Duration VmExitFloor = new(300);

    /// <summary>A usual read, the middle of what is normal: what "times" is times of.</summary>
    public static readonly Duration HealthyCost = new(40);

    /// <summary>Whether CPUID, which costs this much, left the virtual machine: only then is anything compared with it.</summary>
    public static bool IsExit(Duration cpuid) => cpuid >= VmExitFloor;

    public const double TrappedRatio = 0.35;

    public const double SameFactor = 2;

    public const double SlowedControl = 1.5;

    public static ClockState Band(Duration preciseTime) => preciseTime switch
    {
        _ when preciseTime <= HealthyLimit => ClockState.Healthy,
        _ when preciseTime <= CheckLimit => ClockState.Check,
        _ when preciseTime <= SuspiciousLimit => ClockState.Suspicious,
        _ => ClockState.Slow,
    };

    public static bool Differ(Duration one, Duration other)
    {
        var (low, high) = one < other ? (one, other) : (other, one);
        return high > HealthyLimit && high.Nanoseconds >= SameFactor * low.Nanoseconds;
    }

    public static bool DifferInState(Duration one, Duration other) => Differ(one, other) && Band(one) != Band(other);

    /// <summary>What the table says of exact costs, and how the cause is known; null without one.</summary>
    internal static (ClockState State, ClockCause Cause, Confidence? Confidence) Judge(
        ClockCosts costs, ClockPath path, bool changes = false)
    {
        var band = Band(costs.PreciseTime);
        costs = path.Emulated ? costs with { TimestampCounter = null } : costs;
        return true switch
        {
            _ when changes => (ClockState.Unclear, ClockCause.Intermittent, Confidence.Measured),
            _ when band == ClockState.Healthy => (band, ClockCause.None, null),
            _ when costs.ControlExplains(costs.PreciseTime) => (band, ClockCause.CpuStarved, Confidence.Measured),
            _ when TimestampCounterTraps(costs) =>
                (ClockState.Slow, ClockCause.TscTrapped, Known(IsLikeAnExit(costs.TimestampCounter!.Value, costs, path))),
            _ when ReadsTrap(costs, path) => (ClockState.Slow, ClockCause.TscTrapped, Confidence.Inferred),
            _ when path.PlatformTimer && !(costs.TimestampCounter >= NativeTscLimit) =>
                (band, ClockCause.PlatformTimer, Known(costs.TimestampCounter is not null && costs.PreciseTime >= CheckLimit)),
            _ when path.Linux && IsSystemCall(costs) => (band, ClockCause.SystemCall, Confidence.Inferred),
            _ when path is { Linux: true, HypervisorPage: true } && costs.TimestampCounter < NativeTscLimit =>
                (band, ClockCause.HypervisorPage, Confidence.Inferred),
            _ when !IsExpensiveWithNativeTsc(costs) => (band, ClockCause.Unknown, null),
            _ when path is { HypervisorPage: true, PageIsValid: not true } =>
                (band, ClockCause.HypervisorPage, Known(path.PageIsValid is not null)),
            _ when path.HypervisorCall => (band, ClockCause.HypervisorCall, Confidence.Inferred),
            _ => (band, ClockCause.Unknown, null),
        };
    }

    private static Confidence Known(bool isMeasured) => isMeasured ? Confidence.Measured : Confidence.Inferred;

    private static bool TimestampCounterTraps(ClockCosts costs) =>
        costs.TimestampCounter is { } tsc && tsc >= VmExitFloor && !costs.ControlExplains(tsc);

    private static bool ReadsTrap(ClockCosts costs, ClockPath path) =>
        costs is { TimestampCounter: null, Counter: { } counter }
        && path is { FastPath: true, Emulated: false }
        && !(costs.CoarseTime > HealthyLimit)
        && costs.PreciseTime >= CheckLimit && counter >= CheckLimit && !Differ(costs.PreciseTime, counter)
        && IsLikeAnExit(costs.PreciseTime, costs, path) && IsLikeAnExit(counter, costs, path);

    private static bool IsLikeAnExit(Duration read, ClockCosts costs, ClockPath path) =>
        path.InVirtualMachine && costs.VmExit is { } exit && IsExit(exit) && read / exit >= TrappedRatio;

    /// <summary>Coarse time reads no clock: what it costs beyond a few ns is the call.</summary>
    private static bool IsSystemCall(ClockCosts costs) => costs.CoarseTime > HealthyLimit && !(costs.TimestampCounter >= NativeTscLimit);

    private static bool IsExpensiveWithNativeTsc(ClockCosts costs) =>
        costs.TimestampCounter < NativeTscLimit && costs.PreciseTime >= CheckLimit;
}

/// <summary>The exact costs a verdict rests on.</summary>
/// <param name="VmExit">CPUID; null when it was not measured.</param>
/// <param name="TimestampCounter">RDTSC; null without the executable stub.</param>
internal readonly record struct ClockCosts(Duration PreciseTime, Duration? VmExit, Duration? TimestampCounter)
{
    /// <summary>A read of the counter; null when it was not measured. Asked for only without RDTSC by itself.</summary>
    public Duration? Counter { get; init; }

    public Duration? CoarseTime { get; init; }

    /// <summary>How many times slower than its cycles the arithmetic control ran; null when not known: then it explains nothing.</summary>
    public double? ControlFactor { get; init; }

    /// <summary>Whether the control is slowed and the cost at most twice as many times <see cref="VerdictTable.HealthyCost"/>.</summary>
    public bool ControlExplains(Duration cost) =>
        ControlFactor is >= VerdictTable.SlowedControl and var factor && cost / VerdictTable.HealthyCost <= 2 * factor;
}
