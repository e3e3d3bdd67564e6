namespace TimerProbe.Core;

/// <summary>A length of time in nanoseconds, any finite number, fine enough for the cost of one call.</summary>
[JsonConverter(typeof(DurationJsonConverter))]
public readonly record struct Duration(double Nanoseconds) : IComparable<Duration>
{
    public static readonly Duration Zero = new(0);

    public double Milliseconds => Nanoseconds / 1e6;

    /// <summary>How many events of this length fit into one second; infinite for <see cref="Zero"/>.</summary>
    public double PerSecond => 1e9 / Nanoseconds;

    public static Duration FromMicroseconds(double microseconds) => new(microseconds * 1e3);

    public static Duration FromMilliseconds(double milliseconds) => new(milliseconds * 1e6);

    public int CompareTo(Duration other) => Nanoseconds.CompareTo(other.Nanoseconds);

    /// <summary>The length with its unit, such as <c>1,180 ns</c>; the same in every culture.</summary>
    public override string ToString() =>
        Nanoseconds.ToString(Math.Abs(Nanoseconds) < 10 ? "0.#" : "#,0", CultureInfo.InvariantCulture) + " ns";

    public static bool operator <(Duration left, Duration right) => left.Nanoseconds < right.Nanoseconds;

    public static bool operator >(Duration left, Duration right) => left.Nanoseconds > right.Nanoseconds;

    /// <summary>Whether one length is at most another.</summary>
    public static bool operator <=(Duration left, Duration right) => left.Nanoseconds <= right.Nanoseconds;

    /// <summary>Whether one length is at least another.</summary>
    public static bool operator >=(Duration left, Duration right) => left.Nanoseconds >= right.Nanoseconds;

    public static double operator /(Duration left, Duration right) => left.Nanoseconds / right.Nanoseconds;
}

/// <summary>Writes a <see cref="Duration"/> as a number of nanoseconds; the member's name ends in <c>Ns</c>.</summary>
public sealed class DurationJsonConverter() : NumberJsonConverter<Duration>(
    (ref reader) => new(ExternalNumber.Figure(ref reader)), (writer, value) => writer.WriteNumberValue(Math.Round(value.Nanoseconds, 3)));

/// <summary>
/// Times that servers and guests report. One outside of <see cref="Earliest"/> to <see cref="Latest"/> is refused: within, days
/// and years can be added and taken away, and written in any calendar, without running over what a date can be.
/// </summary>
public static class ExternalTime
{
    public static readonly DateTimeOffset Earliest = new(1990, 1, 1, 0, 0, 0, TimeSpan.Zero);

    public static readonly DateTimeOffset Latest = new(2200, 1, 1, 0, 0, 0, TimeSpan.Zero);

    /// <summary>The time; null when it cannot be.</summary>
    public static DateTimeOffset? Accept(DateTimeOffset reported) => reported >= Earliest && reported <= Latest ? reported : null;

    public static DateTimeOffset Before(this DateTimeOffset time, TimeSpan by) =>
        by.Ticks < 0 && time.UtcTicks > DateTimeOffset.MaxValue.UtcTicks + by.Ticks ? DateTimeOffset.MaxValue
        : by.Ticks > 0 && time.UtcTicks < by.Ticks ? DateTimeOffset.MinValue
        : new DateTimeOffset(time.UtcTicks - by.Ticks, TimeSpan.Zero);
}
