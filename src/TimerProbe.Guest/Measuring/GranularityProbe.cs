using TimerProbe.Core.Units;
using TimerProbe.Guest.Clocks;

namespace TimerProbe.Guest.Measuring;

/// <summary>Reads a clock over and over to see its smallest step and whether it ever goes backward.</summary>
internal static class GranularityProbe
{
    /// <summary>Enough readings of a fine clock to see its smallest step.</summary>
    private const int Readings = 2_000;

    /// <summary>A coarse clock steps every 1 to 15.6 ms: this is long enough to see a whole step.</summary>
    private static readonly Duration Longest = Duration.FromMilliseconds(35);

    private static readonly Duration LongestFine = Duration.FromMilliseconds(3);
    private static readonly Duration LongestInterrupt = Duration.FromMilliseconds(1);

    /// <summary>For who has a processor a fifth of the time.</summary>
    private static readonly Duration LongestInAll = new(5 * Longest.Nanoseconds);

    /// <summary>Reads until enough was seen.</summary>
    /// <param name="clock">The clock.</param>
    /// <param name="time">The time that passes meanwhile.</param>
    /// <param name="cancel">Ends the reading.</param>
    public static SeenValues Measure(IClockReader clock, TimeProvider time, CancellationToken cancel)
    {
        var started = time.GetTimestamp();
        var first = clock.Read();
        var (last, smallest, steps, backward) = (first, long.MaxValue, 0, 0);
        var (elapsed, usual, lost) = (Duration.Zero, double.MaxValue, 0.0);
        var wasLost = true;
        do
        {
            var (least, seen) = (long.MaxValue, 0);
            for (var i = 0; i < Readings / 20; i++)
            {
                var reading = clock.Read();
                var step = reading - last;
                seen += step == 0 ? 0 : 1;
                backward += step < 0 ? 1 : 0;
                least = step > 0 ? Math.Min(least, step) : least;
                last = reading;
            }

            var before = elapsed;
            elapsed = new Duration(time.GetElapsedTime(started).TotalNanoseconds);
            var took = elapsed.Nanoseconds - before.Nanoseconds;
            usual = Math.Min(usual, took);
            lost += Math.Max(0, took - (2 * usual));

            // Who lost the processor here or right before sees many steps as one.
            var isLost = took - usual > LongestInterrupt.Nanoseconds;
            (steps, smallest) = isLost || wasLost ? (steps, smallest) : (steps + seen, Math.Min(smallest, least));
            wasLost = isLost;
        }
        while (!IsEnough(steps, elapsed, new Duration(Math.Max(0, elapsed.Nanoseconds - lost))) && !cancel.IsCancellationRequested);

        var unit = clock.Unit ?? new Duration(elapsed.Nanoseconds / (last - first));
        return new SeenValues(smallest == long.MaxValue ? null : new Duration(smallest * unit.Nanoseconds), backward, new Stalls(new Duration(lost), elapsed));
    }

    // The first step of a coarse clock is a whole one only if the reading before it was not in the middle: any two are.
    private static bool IsEnough(int steps, Duration elapsed, Duration ran) =>
        steps >= Readings || ran > Longest || elapsed > LongestInAll || (steps >= 2 && ran > LongestFine);
}

/// <summary>What was seen of a clock's values.</summary>
/// <param name="Granularity">The smallest step forward; null when the clock stood still.</param>
/// <param name="BackwardSteps">The steps backward.</param>
/// <param name="Stalls">The time in which the reading stood still.</param>
internal readonly record struct SeenValues(Duration? Granularity, int BackwardSteps, Stalls Stalls);
