namespace TimerProbe.Core;

/// <summary>A relative difference in millionths: 1,000,000 is 100 %.</summary>
[JsonConverter(typeof(PartsPerMillionJsonConverter))]
public readonly record struct PartsPerMillion(double Value)
{
    private const double Percent = 10_000;

    public PartsPerMillion Magnitude => new(Math.Abs(Value));

    /// <summary>Whether people count it in per cent: beyond 10,000 ppm.</summary>
    public bool IsLarge => Math.Abs(Value) > Percent;

    /// <summary>With sign and unit, such as <c>+312.5 ppm</c>, and beyond 10,000 ppm <c>-7.71 %</c>; the same in every culture.</summary>
    public override string ToString() => IsLarge
        ? (Value / Percent).ToString("+#,0.00;-#,0.00") + " %"
        : Value.ToString("+#,0.0;-#,0.0;0") + " ppm";
}
