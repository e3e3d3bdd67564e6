namespace TimerProbe.Application;

/// <summary>Durations as people type them: 400ms, 30s, 1.5m, 2h.</summary>
public static partial class DurationText
{
    /// <summary>A duration; null unless the text is a positive number with a unit, at most 24 hours.</summary>
    public static TimeSpan? Parse(string text)
    {
        if (Form().Match(text) is not { Success: true } match)
        {
            return null;
        }

        var milliseconds = double.Parse(match.Groups["number"].Value, CultureInfo.InvariantCulture)
            * match.Groups["unit"].Value switch { "ms" => 1, "s" => 1_000, "m" => 60_000, _ => 3_600_000 };
        return milliseconds is > 0 and <= 24 * 3_600_000.0 ? TimeSpan.FromMilliseconds(milliseconds) : null;
    }

    /// <summary>A duration as people type it, in the largest unit in which it is a whole number.</summary>
    public static string Format(TimeSpan duration) => duration.TotalMilliseconds switch
    {
        var ms when ms % 3_600_000 == 0 => $"{ms / 3_600_000}h",
        var ms when ms % 60_000 == 0 => $"{ms / 60_000}m",
        var ms when ms % 1_000 == 0 => $"{ms / 1_000}s",
        var ms => $"{ms}ms",
    };

    [GeneratedRegex(@"^(?<number>[0-9]{1,9}(\.[0-9]{1,9})?)(?<unit>ms|s|m|h)$", RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex Form();

    /// <summary>An age such as 12h, 7d or 4w; null unless it is a positive whole number with a unit, at most ten years.</summary>
    public static TimeSpan? ParseAge(string text)
    {
        if (FormOfAge().Match(text) is not { Success: true } match)
        {
            return null;
        }

        var hours = double.Parse(match.Groups["number"].Value, CultureInfo.InvariantCulture)
            * match.Groups["unit"].Value switch { "h" => 1, "d" => 24, _ => 24 * 7 };
        return hours is > 0 and <= 24 * 3_660 ? TimeSpan.FromHours(hours) : null;
    }

    [GeneratedRegex("^(?<number>[0-9]{1,6})(?<unit>h|d|w)$", RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex FormOfAge();
}
