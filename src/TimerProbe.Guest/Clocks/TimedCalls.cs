using System.Diagnostics;
using System.Runtime.CompilerServices;
using TimerProbe.Core.Units;

namespace TimerProbe.Guest.Clocks;

/// <summary>Calls that can be made in a batch and timed as a whole.</summary>
public interface ITimedCalls
{
    /// <summary>Makes so many calls, at least one, one after the other and returns how long they took together.</summary>
    Duration Run(int calls);
}

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

/// <summary>
/// Arithmetic that reads no clock: each step multiplies and adds, and waits for the step before it. Where this is slow the
/// processor is, not the clock.
/// </summary>
internal sealed class ArithmeticControl : ITimedCalls
{
    /// <summary>
    /// Latency of a step: 3 cycles for a 64-bit IMUL and 1 for ADD on Intel since Nehalem and on AMD
    /// Zen (Agner Fog, Instruction tables); 4 for MADD on current Arm cores.
    /// </summary>
    public const int CyclesPerStep = 4;

    private long _sink;

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public Duration Run(int calls)
    {
        var value = _sink;
        var started = Stopwatch.GetTimestamp();
        for (var i = 0; i < calls; i++)
        {
            // Knuth's MMIX generator; any odd factor that does not become a shift would do.
            value = (value * 6364136223846793005) + 1442695040888963407;
        }

        var ended = Stopwatch.GetTimestamp();
        _sink = value;
        return TickLength.Of(ended - started);
    }
}
