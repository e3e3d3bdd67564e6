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

    /// <summary>Judges the control's series and the time lost.</summary>
    /// <param name="control">The arithmetic's batches.</param>
    /// <param name="stalls">The time that batches stood still which read no clock.</param>
    /// <param name="recording">The time that recording all batches took.</param>
    /// <param name="factor">How many times slower than its cycles the arithmetic was; null
    /// when unknown, and then slowness is not judged.</param>
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
