using System.Diagnostics;
using System.Runtime.CompilerServices;
using TimerProbe.Core.Units;

namespace TimerProbe.Guest.Clocks;

/// <summary>
/// Arithmetic that reads no clock: each step multiplies and adds, and waits for the step before it. Where this is slow the
/// processor is, not the clock.
/// </summary>
public sealed class ArithmeticControl : ITimedCalls
{
    /// <summary>
    /// Latency of a step: 3 cycles for a 64-bit IMUL and 1 for ADD on Intel since Nehalem and on AMD
    /// Zen (Agner Fog, Instruction tables); 4 for MADD on current Arm cores.
    /// </summary>
    public const int CyclesPerStep = 4;

    private long _sink;

    /// <inheritdoc/>
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
