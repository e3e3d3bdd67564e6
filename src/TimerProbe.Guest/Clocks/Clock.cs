using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;

namespace TimerProbe.Guest.Clocks;

/// <summary>A clock, or the reason why there is none: every source is listed on every platform.</summary>
public sealed class Clock
{
    private readonly IClockReader? _reader;

    private Clock(ClockSource source, string api, IClockReader? reader, string? why)
    {
        Source = source;
        Api = api;
        Why = why;
        _reader = reader;
    }

    /// <summary>Which clock it is.</summary>
    public ClockSource Source { get; }

    /// <summary>The function or instruction as its maker spells it.</summary>
    public string Api { get; }

    /// <summary>Why the clock does not exist here; null when it does.</summary>
    public string? Why { get; }

    /// <summary>The calls to measure; null when the clock does not exist here.</summary>
    public ITimedCalls? Calls => _reader;

    /// <summary>How its values are read; null when it does not exist here or has none.</summary>
    internal IClockReader? Values => _reader?.HasValues == true ? _reader : null;

    internal static Clock Create(ClockSource source, string api, IClockReader reader) => new(source, api, reader, why: null);

    internal static Clock Missing(ClockSource source, string api, string why) => new(source, api, reader: null, why);
}

/// <summary>Reads a clock, in batches and one by one.</summary>
internal interface IClockReader : ITimedCalls
{
    bool HasValues { get; }

    /// <summary>The length of one unit of <see cref="Read"/>; null when only another clock can tell, as for the TSC.</summary>
    Duration? Unit { get; }

    long Read();
}
