using TimerProbe.Core.Facts;
using TimerProbe.Core.Statistics;
using TimerProbe.Core.Units;
using TimerProbe.Guest.Clocks;
using static System.FormattableString;

namespace TimerProbe.Guest.Measuring;

internal static class ControlJudge
{
    /// <summary>A step may cost this many times what its cycles take at the TSC's rate: twice for frequency scaling, and some.</summary>
    public const double SlowFactor = 3;

    /// <summary>The median's interval may be this wide relative to the median.</summary>
    public const double UnstableSpread = 0.5;

    /// <param name="control">The batches of the arithmetic.</param>
    /// <param name="stalls">The time that batches stood still which read no clock.</param>
    /// <param name="recording">The time that recording all batches took.</param>
    /// <param name="factor">As of <see cref="Factor"/>; without it slowness is not judged.</param>
    public static ControlFacts Judge(BatchSeries control, Stalls stalls, TimeSpan recording, RatioInterval? factor)
    {
        var interval = control.Interval();
        var because = Reason(factor?.Median, interval.Spread, stalls, recording);
        return new ControlFacts(interval.Median, Math.Round(interval.Spread, 4), because is not null, Math.Round(stalls.Share, 4), because);
    }

    /// <summary>How many times longer a step took than its cycles do at the TSC's rate; null when that rate is unknown.</summary>
    public static RatioInterval? Factor(BatchSeries control, Frequency? tsc) => tsc is { Hertz: > 0 } rate && control.Count > 0
        ? control.Interval().Over(MedianInterval.Exactly(new Duration(ArithmeticControl.CyclesPerStep * 1e9 / rate.Hertz)))
        : null;

    private static string? Reason(double? factor, double spread, Stalls stalls, TimeSpan recording) => true switch
    {
        _ when factor > SlowFactor => Invariant($"the arithmetic took {factor:0.0} times as long as its cycles at the TSC's rate"),
        _ when spread > UnstableSpread => Invariant($"the arithmetic's cost varied by {spread * 100:0} %"),
        _ when stalls.AreLong(recording) => Invariant($"{stalls.Share * 100:0} % of the measuring time was spent waiting for a processor"),
        _ => null,
    };
}

/// <summary>
/// The TSC's rate against the monotonic counter, good to a few percent: enough for the length of a processor cycle, not for a report,
/// since the counter itself is calibrated by what the hypervisor says.
/// </summary>
internal sealed class TscFrequencyEstimate
{
    private readonly IClockReader? _tsc;
    private readonly long _startedAt;
    private readonly long _startedTsc;

    public TscFrequencyEstimate(IEnumerable<Clock> clocks)
    {
        _tsc = Clock.ValuesOf(ClockSource.TimestampCounter, clocks);
        _startedAt = TimeProvider.System.GetTimestamp();
        _startedTsc = _tsc?.Read() ?? 0;
    }

    /// <summary>The rate since this object was made; null without a TSC, and for a rate that no clock has.</summary>
    public Frequency? Now() => _tsc is null
        ? null
        : Frequency.OfClock((long)((_tsc.Read() - _startedTsc) / TimeProvider.System.GetElapsedTime(_startedAt).TotalSeconds));
}
