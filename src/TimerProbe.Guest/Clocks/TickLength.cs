using System.Diagnostics;
using TimerProbe.Core.Units;

namespace TimerProbe.Guest.Clocks;

/// <summary>Turns ticks of <see cref="Stopwatch"/> into time.</summary>
internal static class TickLength
{
    private static readonly double Nanoseconds = 1e9 / Stopwatch.Frequency;

    public static Duration Of(long ticks) => new(ticks * Nanoseconds);

    /// <summary>The smallest time seen between two readings of the timestamp that batches are timed with.</summary>
    public static Duration ReadCost()
    {
        const int reads = 16;
        var smallest = long.MaxValue;
        for (var i = 0; i < reads; i++)
        {
            var before = Stopwatch.GetTimestamp();
            smallest = Math.Min(smallest, Stopwatch.GetTimestamp() - before);
        }

        return Of(smallest);
    }
}
