using System.Globalization;
using System.Text.RegularExpressions;

namespace TimerProbe.Application;

/// <summary>Durations as people type them: 400ms, 30s, 1.5m, 2h.</summary>
public static partial class DurationText
{
    /// <summary>Reads a duration; false unless it is a positive number with a unit, at most 24 hours.</summary>
    public static bool TryParse(string text, out TimeSpan duration)
    {
        duration = default;
        var match = Form().Match(text);
        if (!match.Success
            || !double.TryParse(match.Groups["number"].Value, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number))
        {
            return false;
        }

        var milliseconds = number * match.Groups["unit"].Value switch
        {
            "ms" => 1,
            "s" => 1_000,
            "m" => 60_000,
            _ => 3_600_000,
        };
        if (milliseconds is <= 0 or > 24 * 3_600_000.0)
        {
            return false;
        }

        duration = TimeSpan.FromMilliseconds(milliseconds);
        return true;
    }

    /// <summary>A duration as people type it, in the largest unit in which it is a whole number.</summary>
    public static string Format(TimeSpan duration) => duration.TotalMilliseconds switch
    {
        var ms when ms % 3_600_000 == 0 => string.Create(CultureInfo.InvariantCulture, $"{ms / 3_600_000}h"),
        var ms when ms % 60_000 == 0 => string.Create(CultureInfo.InvariantCulture, $"{ms / 60_000}m"),
        var ms when ms % 1_000 == 0 => string.Create(CultureInfo.InvariantCulture, $"{ms / 1_000}s"),
        var ms => string.Create(CultureInfo.InvariantCulture, $"{ms}ms"),
    };

    [GeneratedRegex(@"^(?<number>[0-9]{1,9}(\.[0-9]{1,9})?)(?<unit>ms|s|m|h)$", RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Form();
}
