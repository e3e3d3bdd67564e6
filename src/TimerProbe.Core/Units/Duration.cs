using System.Globalization;
using System.Text.Json.Serialization;

namespace TimerProbe.Core.Units;

/// <summary>A length of time in nanoseconds, fine enough for the cost of one call.</summary>
/// <param name="Nanoseconds">The length in nanoseconds; any finite value.</param>
[JsonConverter(typeof(DurationJsonConverter))]
public readonly record struct Duration(double Nanoseconds) : IComparable<Duration>
{
    /// <summary>No time at all.</summary>
    public static readonly Duration Zero = new(0);

    /// <summary>The length in milliseconds.</summary>
    public double Milliseconds => Nanoseconds / 1e6;

    /// <summary>The length in seconds.</summary>
    public double Seconds => Nanoseconds / 1e9;

    /// <summary>How many events of this length fit into one second; infinite for <see cref="Zero"/>.</summary>
    public double PerSecond => 1e9 / Nanoseconds;

    /// <summary>A length given in microseconds.</summary>
    public static Duration FromMicroseconds(double microseconds) => new(microseconds * 1e3);

    /// <summary>A length given in milliseconds.</summary>
    public static Duration FromMilliseconds(double milliseconds) => new(milliseconds * 1e6);

    /// <inheritdoc/>
    public int CompareTo(Duration other) => Nanoseconds.CompareTo(other.Nanoseconds);

    /// <summary>The length with its unit, such as <c>1,180 ns</c>; the same in every culture.</summary>
    public override string ToString() =>
        Nanoseconds.ToString(Math.Abs(Nanoseconds) < 10 ? "0.#" : "#,0", CultureInfo.InvariantCulture) + " ns";

    /// <summary>Whether one length is shorter than another.</summary>
    public static bool operator <(Duration left, Duration right) => left.Nanoseconds < right.Nanoseconds;

    /// <summary>Whether one length is longer than another.</summary>
    public static bool operator >(Duration left, Duration right) => left.Nanoseconds > right.Nanoseconds;

    /// <summary>Whether one length is at most another.</summary>
    public static bool operator <=(Duration left, Duration right) => left.Nanoseconds <= right.Nanoseconds;

    /// <summary>Whether one length is at least another.</summary>
    public static bool operator >=(Duration left, Duration right) => left.Nanoseconds >= right.Nanoseconds;

    /// <summary>How many times the divisor the length is.</summary>
    public static double operator /(Duration left, Duration right) => left.Nanoseconds / right.Nanoseconds;
}
