using System.Globalization;
using System.Text.Json.Serialization;

namespace TimerProbe.Core.Units;

/// <summary>A relative difference in millionths.</summary>
/// <param name="Value">The difference: 1,000,000 is 100 %.</param>
[JsonConverter(typeof(PartsPerMillionJsonConverter))]
public readonly record struct PartsPerMillion(double Value)
{
    /// <summary>The size of the difference, whatever its sign.</summary>
    public PartsPerMillion Magnitude => new(Math.Abs(Value));

    private const double Percent = 10_000;

    /// <summary>Whether people count it in per cent: beyond 10,000 ppm.</summary>
    public bool IsLarge => Math.Abs(Value) > Percent;

    /// <summary>
    /// The difference with its sign and unit, such as <c>+312.5 ppm</c>, and beyond 10,000 ppm <c>-7.71 %</c>; the same in every culture.
    /// </summary>
    public override string ToString() => IsLarge
        ? (Value / Percent).ToString("+#,0.00;-#,0.00", CultureInfo.InvariantCulture) + " %"
        : Value.ToString("+#,0.0;-#,0.0;0", CultureInfo.InvariantCulture) + " ppm";
}
