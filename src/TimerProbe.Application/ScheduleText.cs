using System.Diagnostics.CodeAnalysis;

namespace TimerProbe.Application;

/// <summary>An interval such as 15m, or a cron expression of Quartz such as <c>0 0 3 ? * MON-FRI</c>, as people type it.</summary>
/// <param name="Interval">From one start to the next; null for a cron expression.</param>
/// <param name="Cron">The cron expression, in UTC; null for an interval.</param>
public sealed partial record ScheduleText(TimeSpan? Interval, string? Cron)
{
    private static readonly (TimeSpan Min, TimeSpan Max) Intervals = (TimeSpan.FromMinutes(1), TimeSpan.FromHours(24));

    private static readonly string[] Months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
    private static readonly string[] Days = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

    private static readonly (string Name, int Min, int Max, string[] Names, Regex? Special)[] Fields =
    [
        ("seconds", 0, 59, [], null),
        ("minutes", 0, 59, [], null),
        ("hours", 0, 23, [], null),
        ("day of the month", 1, 31, [], DayOfMonth()),
        ("month", 1, 12, Months, null),
        ("day of the week", 1, 7, Days, DayOfWeek()),
        ("year", 1970, 2299, [], null),
    ];

    public static bool TryParse(string text, [NotNullWhen(true)] out ScheduleText? schedule, [NotNullWhen(false)] out string? problem)
    {
        var parts = text.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        (schedule, problem) = parts.Length == 1 ? OfInterval(parts[0]) : OfCron(parts);
        return schedule is not null;
    }

    private static (ScheduleText? Schedule, string? Problem) OfInterval(string text) =>
        DurationText.Parse(text) is { } interval && interval >= Intervals.Min && interval <= Intervals.Max
            ? (new ScheduleText(interval, Cron: null), null)
            : (null, "an interval from 1m to 24h is expected, or a cron expression of six fields, such as \"0 0 3 ? * MON-FRI\"");

    private static (ScheduleText? Schedule, string? Problem) OfCron(string[] parts)
    {
        if (parts.Length is not (6 or 7))
        {
            return (null, "a cron expression has six fields: seconds, minutes, hours, day of the month, month, day of the week; and perhaps a seventh, the year");
        }

        foreach (var (index, part) in parts.Index())
        {
            if (!Array.TrueForAll(part.ToUpperInvariant().Split(','), item => IsItem(index, item)))
            {
                return (null, $"the field of the {Fields[index].Name} cannot be read");
            }
        }

        return (parts[3] == "?") == (parts[5] == "?")
            ? (null, "one of the day of the month and the day of the week has to be ?, and not both")
            : (new ScheduleText(Interval: null, string.Join(' ', parts).ToUpperInvariant()), null);
    }

    [GeneratedRegex("^(\\?|L|LW|L-([1-9]|[12][0-9]|30)|([1-9]|[12][0-9]|3[01])W)$", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex DayOfMonth();

    [GeneratedRegex("^(\\?|L|([1-7]|SUN|MON|TUE|WED|THU|FRI|SAT)(L|#[1-5]))$", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex DayOfWeek();

    /// <summary>Whether an item of a field's list is one: *, a value, a range, with a step or without.</summary>
    private static bool IsItem(int field, string item)
    {
        var (_, min, max, names, special) = Fields[field];
        var slash = item.IndexOf('/', StringComparison.Ordinal);
        var range = (slash < 0 ? item : item[..slash]).Split('-');
        return special?.IsMatch(item) == true
            || (range.Length <= 2
                && (range is ["*"] || Array.TrueForAll(range, text => names.Contains(text) || IsNumber(text, min)))
                && (slash < 0 || IsNumber(item[(slash + 1)..], 1)));

        bool IsNumber(string text, int minNumber) =>
            int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= minNumber && number <= max;
    }
}
