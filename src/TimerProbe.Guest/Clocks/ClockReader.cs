using System.Diagnostics;
using System.Runtime.CompilerServices;
using TimerProbe.Core.Units;

namespace TimerProbe.Guest.Clocks;

internal interface IClockReader : ITimedCalls
{
    bool HasValues { get; }

    /// <summary>The length of one unit of <see cref="Read"/>; null when only another clock can tell, as for the TSC.</summary>
    Duration? Unit { get; }

    long Read();
}

/// <summary>Reads a clock through one shape of call.</summary>
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
    /// <summary>Calls side by side, so that counting them weighs less than 0.1 ns each.</summary>
    private const int Unrolled = 16;

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

/// <summary>
/// The shape of one call: a struct type parameter, so that each shape gets a loop of its own with the call inlined.
/// </summary>
internal unsafe interface IClockCall
{
    /// <summary>What the target writes goes to the slots.</summary>
    static abstract void Call(nint target, long* slots);

    static virtual long Value(long* slots) => slots[0];
}

/// <summary><c>void f(long*)</c>: the Windows time functions and the stub.</summary>
internal readonly unsafe struct NativeCall : IClockCall
{
    public static void Call(nint target, long* slots) => ((delegate* unmanaged[SuppressGCTransition]<long*, void>)target)(slots);
}

/// <summary><c>int clock_gettime(clockid_t, struct timespec*)</c>; the clock id waits in the third slot.</summary>
internal readonly unsafe struct ClockGettimeCall : IClockCall
{
    public static void Call(nint target, long* slots) =>
        ((delegate* unmanaged[SuppressGCTransition]<int, long*, int>)target)((int)slots[2], slots);

    public static long Value(long* slots) => (slots[0] * 1_000_000_000) + slots[1];
}

/// <summary><c>static void F(long*)</c> of this program.</summary>
internal readonly unsafe struct ManagedCall : IClockCall
{
    public static void Call(nint target, long* slots) => ((delegate*<long*, void>)target)(slots);
}
