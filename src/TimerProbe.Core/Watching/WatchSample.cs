namespace TimerProbe.Core.Watching;

/// <summary>One short measurement among many.</summary>
/// <param name="Verdict">What its figures mean; null when it does not count.</param>
public sealed record WatchSample(WatchMoment Moment, WatchVerdict? Verdict, bool Starved)
{
    public DriftFacts? Rates { get; init; }

    /// <summary>How much precise time was ahead of the reference, and how much that may be wrong, in ms; null if nothing is new.</summary>
    public (double Ms, double UncertaintyMs)? Offset { get; init; }

    /// <summary>Why a comparison with a clock outside failed; null when none did.</summary>
    public string? NoReferenceReason { get; init; }

    public static WatchSample From(WatchMoment moment, ClockIntervals intervals, ClockPath path, ControlFacts control)
    {
        var (state, cause, _, _) = new VerdictJudge(path).Judge(intervals);
        var starved = control.Starved || cause == ClockCause.CpuStarved;
        return new WatchSample(
            moment,
            starved || state == ClockState.Unclear
                ? null
                : new WatchVerdict(state, cause, intervals.PreciseTime.Median, intervals.TimestampCounter?.Median,
                    intervals.VmExit?.Median),
            starved);
    }
}

/// <summary>What reading the clock costs.</summary>
/// <param name="State">What a read of precise time costs, in bands.</param>
/// <param name="Cause">Why, when it is not healthy.</param>
/// <param name="PreciseTimeNs">A read of precise time.</param>
/// <param name="TimestampCounterNs">RDTSC; null when it is not measured by itself.</param>
/// <param name="VmExitNs">CPUID; null when it was not measured.</param>
public sealed record WatchVerdict(
    ClockState State, ClockCause Cause, Duration PreciseTimeNs, Duration? TimestampCounterNs, Duration? VmExitNs)
{
    internal bool HasSameState(WatchVerdict other) => (State, Cause) == (other.State, other.Cause);

    internal bool DiffersFrom(WatchVerdict other) => !HasSameState(other)
        && (VerdictTable.Differ(PreciseTimeNs, other.PreciseTimeNs)
            || (Cause != other.Cause && Cause != ClockCause.None && other.Cause != ClockCause.None));
}

/// <summary>One moment by three clocks.</summary>
public readonly record struct WatchMoment(DateTimeOffset Wall, TimeSpan Elapsed, TimeSpan Awake);

/// <summary>What VMware Tools reported of the host at a time; null when not reported, or not asked for.</summary>
public sealed record HostReading(DateTimeOffset At, string? SessionId, Frequency? HostHz);
