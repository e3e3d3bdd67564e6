using System.Runtime.CompilerServices;

namespace TimerProbe.Guest.Clocks;

internal interface IClockReader : ITimedCalls
{
    bool HasValues { get; }

    /// <summary>The length of one unit of <see cref="Read"/>; null when only another clock can measure it, as for the TSC.</summary>
    Duration? Unit { get; }

    long Read();
}

/// <summary>Reads a clock through one shape of call.</summary>
internal sealed unsafe class ClockReader<TCall>(nint target, int clockId, Duration? unit, bool hasValues) : IClockReader
    where TCall : struct, IClockCall
{
    /// <summary>Calls side by side, so that counting them weighs less than 0.1 ns each.</summary>
    private const int Unrolled = 16;

    public bool HasValues => hasValues;

    public Duration? Unit => unit;

    public Duration Run(int calls) => Loop(target, clockId, calls);

    public long Read()
    {
        var slots = stackalloc long[3];
        slots[2] = clockId;
        TCall.Call(target, slots);
        return TCall.Value(slots);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static Duration Loop(nint target, int clockId, int calls)
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

/// <summary>The shape of one call: a struct type parameter, so that each shape gets a loop of its own with the call inlined.</summary>
internal unsafe interface IClockCall
{
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

/// <summary>Reads no clock: each step multiplies and adds, and waits for the last. Where this is slow, the processor is.</summary>
internal sealed class ArithmeticControl : ITimedCalls
{
    /// <summary>
    /// Latency of a step: 3 cycles for a 64-bit IMUL and 1 for ADD on Intel since Nehalem and on AMD Zen (Agner Fog, Instruction
    /// tables); 4 for MADD on current Arm cores.
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
