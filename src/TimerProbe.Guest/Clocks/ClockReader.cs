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
