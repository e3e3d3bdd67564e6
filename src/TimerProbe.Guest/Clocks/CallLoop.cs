using System.Diagnostics;
using System.Runtime.CompilerServices;
using TimerProbe.Core.Units;

namespace TimerProbe.Guest.Clocks;

/// <summary>The one loop that every clock is measured through.</summary>
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
