using System.Diagnostics;
using System.Runtime.CompilerServices;
using TimerProbe.Core.Units;

namespace TimerProbe.Guest.Clocks;

/// <summary>Reads a clock through one shape of call.</summary>
/// <param name="target">The function's address.</param>
/// <param name="clockId">What the function is told to read, where it can be told.</param>
/// <param name="unit">The length of one unit of a reading; null when only another clock can tell.</param>
/// <param name="hasValues">Whether a reading has a value.</param>
internal sealed unsafe class ClockReader<TCall>(nint target, int clockId, Duration? unit, bool hasValues) : IClockReader
    where TCall : struct, IClockCall
{
    public bool HasValues => hasValues;

    public Duration? Unit => unit;

    public Duration Run(int calls) => CallLoop.Run<TCall>(target, clockId, calls);

    public long Read()
    {
        var slots = stackalloc long[3];
        slots[2] = clockId;
        TCall.Call(target, slots);
        return TCall.Value(slots);
    }
}

internal static unsafe class CallLoop
{
    /// <summary>How many calls stand side by side, so that counting them weighs less than 0.1 ns each.</summary>
    private const int Unrolled = 16;

    /// <summary>Makes the calls and returns how long they took together.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static Duration Run<TCall>(nint target, int clockId, int calls)
        where TCall : struct, IClockCall
    {
        // Slots 0 and 1 take what the call writes (a FILETIME, a count, a timespec); slot 2 is the clock id.
        var slots = stackalloc long[3];
        slots[2] = clockId;
        var blocks = calls / Unrolled;
        var rest = calls % Unrolled;
        var started = Stopwatch.GetTimestamp();
        for (; blocks > 0; blocks--)
        {
            TCall.Call(target, slots);
            TCall.Call(target, slots);
            TCall.Call(target, slots);
            TCall.Call(target, slots);
            TCall.Call(target, slots);
            TCall.Call(target, slots);
            TCall.Call(target, slots);
            TCall.Call(target, slots);
            TCall.Call(target, slots);
            TCall.Call(target, slots);
            TCall.Call(target, slots);
            TCall.Call(target, slots);
            TCall.Call(target, slots);
            TCall.Call(target, slots);
            TCall.Call(target, slots);
            TCall.Call(target, slots);
        }

        for (; rest > 0; rest--)
        {
            TCall.Call(target, slots);
        }

        return TickLength.Of(Stopwatch.GetTimestamp() - started);
    }
}
