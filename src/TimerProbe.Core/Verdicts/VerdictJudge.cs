using TimerProbe.Core.Facts;
using TimerProbe.Core.Statistics;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Verdicts;

/// <summary>
/// Judges measured intervals. A verdict is decided when <see cref="VerdictTable"/> says the same at every corner of the
/// box that the intervals span; only then may measuring stop early.
/// </summary>
public sealed class VerdictJudge(ClockPath path)
{
    /// <summary>Whether more batches could still change state or cause.</summary>
    public bool IsDecided(ClockIntervals intervals)
    {
        var corners = Corners(intervals);
        return corners.TrueForAll(corner => corner == corners[0]);
    }

    /// <summary>The verdict at the end of measuring.</summary>
    /// <param name="intervals">What was measured.</param>
    /// <param name="change">How reads changed meanwhile; null when they did not.</param>
    /// <param name="cancelled">Whether the check was cancelled: what it has is then marked unclear.</param>
    /// <param name="doubt">Why no figure can be believed, by <see cref="TscCalibration"/>: the verdict is then unclear; null where they can.</param>
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

        return new Verdict(state, cause, confidence, VerdictSentence.For(state, cause, intervals, path, change, cancelled));
    }

    private bool IsTrustworthy(ClockIntervals intervals)
    {
        var corners = Corners(intervals);
        var expensive = corners.FindAll(corner => corner.Cause != ClockCause.None);
        var neighbors = corners.Max(corner => corner.State) - corners.Min(corner => corner.State) <= 1;
        return intervals.IsComplete && neighbors && expensive.TrueForAll(corner => corner.Cause == expensive[0].Cause);
    }

    // Plain loops: this runs in a cold process while the budget is spent, and compiling a query would cost more than asking it.
    private List<Judgement> Corners(ClockIntervals intervals)
    {
        var corners = new List<Judgement>();
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
                            var costs = new ClockCosts(preciseTime!.Value, vmExit, timestampCounter) { Counter = counter, CoarseTime = intervals.CoarseTime, ControlFactor = control };
                            corners.Add(VerdictTable.Judge(costs, path));
                        }
                    }
                }
            }
        }

        return corners;
    }

    private static Duration?[] Points(MedianInterval? interval) =>
        interval is { } known ? [known.Low, known.Median, known.High] : [null];

    // A control that is nowhere slowed explains nothing, wherever it lies.
    private static double?[] Points(RatioInterval? control) =>
        control is { High: >= VerdictTable.SlowedControl } known ? [known.Low, known.Median, known.High] : [null];
}

/// <summary>The measured costs a verdict rests on.</summary>
/// <param name="PreciseTime">A read of precise time.</param>
/// <param name="VmExit">CPUID; null when it was not measured.</param>
/// <param name="TimestampCounter">RDTSC; null without the executable stub, and where its figure may not decide.</param>
/// <param name="IsComplete">Whether there were batches enough, over time enough, for the intervals to mean anything.</param>
public sealed record ClockIntervals(MedianInterval PreciseTime, MedianInterval? VmExit, MedianInterval? TimestampCounter, bool IsComplete = true)
{
    /// <summary>A read of the counter; null when it was not measured for the verdict, as where RDTSC is.</summary>
    public MedianInterval? Counter { get; init; }

    /// <summary>A read of coarse time; null when it was not measured for the verdict.</summary>
    public Duration? CoarseTime { get; init; }

    /// <summary>Whether RDTSC was timed, and left out because RDTSCP cost ten times as much or as little.</summary>
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
