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

    public ClockSource Source { get; }

    public string Api { get; }

    /// <summary>Why the clock does not exist here; null when it does.</summary>
    public string? Why { get; }

    /// <summary>The calls to measure; null when the clock does not exist here.</summary>
    public ITimedCalls? Calls => _reader;

    internal IClockReader? Values => _reader?.HasValues == true ? _reader : null;

    internal static IClockReader? GetValues(ClockSource source, IEnumerable<Clock> clocks) =>
        clocks.FirstOrDefault(clock => clock.Source == source)?.Values;

    internal static Clock Create(ClockSource source, string api, IClockReader reader) => new(source, api, reader, why: null);

    internal static Clock Missing(ClockSource source, string api, string why) => new(source, api, reader: null, why);
}
