using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text.RegularExpressions;

namespace TimerProbe.Application;

/// <summary>
/// When something is done again and again, as people type it: an interval such as 15m, or a cron expression of Quartz such as
/// <c>0 0 3 ? * MON-FRI</c>.
/// </summary>
/// <param name="Interval">From one start to the next; null for a cron expression.</param>
/// <param name="Cron">The cron expression, in UTC; null for an interval.</param>
public sealed partial record ScheduleText(TimeSpan? Interval, string? Cron)
{
    private static readonly (TimeSpan Least, TimeSpan Most) Intervals = (TimeSpan.FromMinutes(1), TimeSpan.FromHours(24));

    private static readonly string[] Months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
    private static readonly string[] Days = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

    private static readonly CronField[] Fields =
    [
        new("seconds", 0, 59),
        new("minutes", 0, 59),
        new("hours", 0, 23),
        new("day of the month", 1, 31) { Special = DayOfMonth() },
        new("month", 1, 12) { Names = Months },
        new("day of the week", 1, 7) { Names = Days, Special = DayOfWeek() },
        new("year", 1970, 2299),
    ];

    public static bool TryParse(string text, [NotNullWhen(true)] out ScheduleText? schedule, [NotNullWhen(false)] out string? wrong)
    {
        var parts = text.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        (schedule, wrong) = parts.Length == 1 ? OfInterval(parts[0]) : OfCron(parts);
        return schedule is not null;
    }

    private static (ScheduleText? Schedule, string? Wrong) OfInterval(string text) =>
        DurationText.Parse(text) is { } interval && interval >= Intervals.Least && interval <= Intervals.Most
            ? (new ScheduleText(interval, Cron: null), null)
            : (null, "an interval from 1m to 24h is expected, or a cron expression of six fields, such as \"0 0 3 ? * MON-FRI\"");

    private static (ScheduleText? Schedule, string? Wrong) OfCron(string[] parts)
    {
        if (parts.Length is not (6 or 7))
        {
            return (null, "a cron expression has six fields: seconds, minutes, hours, day of the month, month, day of the week; and perhaps a seventh, the year");
        }

        foreach (var (field, part) in Fields.Zip(parts))
        {
            if (!Array.TrueForAll(part.ToUpperInvariant().Split(','), field.Takes))
            {
                return (null, $"the field of the {field.Name} cannot be read");
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

    private sealed record CronField(string Name, int Least, int Most)
    {
        public string[] Names { get; init; } = [];

        public Regex? Special { get; init; }

        /// <summary>Whether an item of its list is one: *, a value, a range, with a step or without.</summary>
        public bool Takes(string item)
        {
            var slash = item.IndexOf('/', StringComparison.Ordinal);
            var range = (slash < 0 ? item : item[..slash]).Split('-');
            return Special?.IsMatch(item) == true
                || (range.Length <= 2
                    && (range is ["*"] || Array.TrueForAll(range, IsValue))
                    && (slash < 0 || (IsNumber(item[(slash + 1)..], out var step) && step > 0 && step <= Most)));
        }

        private static bool IsNumber(string text, out int number) =>
            int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number);

        private bool IsValue(string text) =>
            Names.Contains(text) || (IsNumber(text, out var value) && value >= Least && value <= Most);
    }
}
