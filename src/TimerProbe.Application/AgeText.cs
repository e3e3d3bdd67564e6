using System.Globalization;
using System.Text.RegularExpressions;

namespace TimerProbe.Application;

/// <summary>Ages as people type them: 12h, 7d, 4w.</summary>
public static partial class AgeText
{
    /// <summary>Reads an age; false unless it is a positive whole number of hours, days or weeks, at most ten years.</summary>
    public static bool TryParse(string text, out TimeSpan age)
    {
        age = default;
        var match = Form().Match(text);
        if (!match.Success)
        {
            return false;
        }

        var hours = double.Parse(
            match.Groups["number"].Value, NumberStyles.None, CultureInfo.InvariantCulture) * match.Groups["unit"].Value switch
            {
                "h" => 1,
                "d" => 24,
                _ => 24 * 7,
            };
        age = hours is > 0 and <= 24 * 3_660 ? TimeSpan.FromHours(hours) : default;
        return age > TimeSpan.Zero;
    }

    [GeneratedRegex("^(?<number>[0-9]{1,6})(?<unit>h|d|w)$", RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Form();
}
