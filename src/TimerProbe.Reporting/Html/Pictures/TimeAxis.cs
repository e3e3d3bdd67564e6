using System.Globalization;
using TimerProbe.Reporting.Html.Markup;

namespace TimerProbe.Reporting.Html.Pictures;

/// <summary>Dates under a line of time: at whole hours, days, weeks or months, as many as there is room for on a phone.</summary>
internal static class TimeAxis
{
    private const int Most = 6;

    private static readonly TimeSpan[] Steps =
    [
        TimeSpan.FromHours(1), TimeSpan.FromHours(3), TimeSpan.FromHours(6), TimeSpan.FromHours(12), TimeSpan.FromDays(1), TimeSpan.FromDays(2), TimeSpan.FromDays(7),
        TimeSpan.FromDays(14), TimeSpan.FromDays(28), TimeSpan.FromDays(91), TimeSpan.FromDays(182), TimeSpan.FromDays(364), TimeSpan.FromDays(1820),
    ];

    public static void Write(HtmlPage page, DateTimeOffset from, DateTimeOffset to)
    {
        page.Add($"<svg class=\"dates\" aria-hidden=\"true\" width=\"100%\" height=\"22\">");
        foreach (var at in Ticks(from, to))
        {
            var place = 100.0 * ((at - from) / (to - from));
            page.Add($"<line x1=\"{place}%\" y1=\"0\" x2=\"{place}%\" y2=\"5\"/><text x=\"{place}%\" y=\"18\" text-anchor=\"{(place < 6 ? "start" : place > 94 ? "end" : "middle")}\">{Label(at, to - from)}</text>");
        }

        page.Add($"</svg>\n");
    }

    /// <summary>Round times in a stretch.</summary>
    internal static IEnumerable<DateTimeOffset> Ticks(DateTimeOffset from, DateTimeOffset to)
    {
        var step = Steps.FirstOrDefault(step => (to - from) / step <= Most, Steps[^1]);
        for (var ticks = (from.UtcTicks + step.Ticks - 1) / step.Ticks * step.Ticks; ticks <= to.UtcTicks; ticks += step.Ticks)
        {
            yield return new DateTimeOffset(ticks, TimeSpan.Zero);
        }
    }

    private static string Label(DateTimeOffset at, TimeSpan span) =>
        at.ToString(span <= TimeSpan.FromDays(3) ? "MMM d HH:mm" : span <= TimeSpan.FromDays(300) ? "MMM d" : "MMM yyyy", CultureInfo.InvariantCulture);
}
