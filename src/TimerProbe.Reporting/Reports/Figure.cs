namespace TimerProbe.Reporting.Reports;

/// <summary>The figures of evidence as people write them.</summary>
public static class Figure
{
    /// <summary>The value with its unit; digits in groups of three, and large differences in per cent.</summary>
    public static string Format(Evidence evidence)
    {
        if (evidence.Unit == "ppm"
            && Number(evidence) is { } millionths
            && new PartsPerMillion((double)millionths) is { IsLarge: true } large)
        {
            return large.ToString();
        }

        var value = Number(evidence) is { } number
            ? number.ToString("#,0.######")
            : ClusterFacts.DescribeDrs(evidence.Value);
        return evidence.Unit is { } unit ? $"{value} {unit}" : value;
    }

    /// <summary>The value as a number; null when it is not one.</summary>
    public static decimal? Number(Evidence evidence) =>
        decimal.TryParse(
            evidence.Value, NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)
                ? number
                : null;
}
