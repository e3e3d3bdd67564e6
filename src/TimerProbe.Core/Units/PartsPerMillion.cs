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

    /// <summary>The difference with its sign and unit, such as <c>-77,067.2 ppm</c>; the same in every culture.</summary>
    public override string ToString() => Value.ToString("+#,0.0;-#,0.0;0", CultureInfo.InvariantCulture) + " ppm";
}
