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
    /// <param name="starved">Whether the process was kept from its processor.</param>
    /// <param name="cancelled">Whether the check was cancelled: what it has is then marked unclear.</param>
    public Verdict Judge(ClockIntervals intervals, bool starved, bool cancelled = false)
    {
        var (state, cause, confidence) = VerdictTable.Judge(intervals.Medians, path, starved);
        if (cancelled || !IsTrustworthy(intervals))
        {
            cause = starved ? ClockCause.CpuStarved : ClockCause.Unknown;
            (state, confidence) = (ClockState.Unclear, starved ? Confidence.Measured : null);
        }

        return new Verdict(state, cause, confidence, VerdictSentence.For(state, cause, intervals, cancelled));
    }

    private bool IsTrustworthy(ClockIntervals intervals)
    {
        var corners = Corners(intervals);
        var dear = corners.FindAll(corner => corner.Cause != ClockCause.None);
        var neighbours = corners.Max(corner => corner.State) - corners.Min(corner => corner.State) <= 1;
        return intervals.IsComplete && neighbours && dear.TrueForAll(corner => corner.Cause == dear[0].Cause);
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
                    corners.Add(VerdictTable.Judge(new ClockCosts(preciseTime!.Value, vmExit, timestampCounter), path, starved: false));
                }
            }
        }

        return corners;
    }

    private static Duration?[] Points(MedianInterval? interval) =>
        interval is { } known ? [known.Low, known.Median, known.High] : [null];
}

/// <summary>The measured costs a verdict rests on.</summary>
/// <param name="PreciseTime">A read of precise time.</param>
/// <param name="VmExit">CPUID; null when it was not measured.</param>
/// <param name="TimestampCounter">RDTSC; null without the executable stub.</param>
/// <param name="IsComplete">Whether there were batches enough for the intervals to mean anything.</param>
public sealed record ClockIntervals(MedianInterval PreciseTime, MedianInterval? VmExit, MedianInterval? TimestampCounter, bool IsComplete = true)
{
    internal ClockCosts Medians => new(PreciseTime.Median, VmExit?.Median, TimestampCounter?.Median);
}
