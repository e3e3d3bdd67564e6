using TimerProbe.Reporting.Html.Markup;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Reporting.Html.Pictures;

internal static class Legend
{
    public static void Write(HtmlPage page)
    {
        page.Add($"<ul class=\"legend\">");
        Entry(page, MachineMark.Home, "", "at home");
        Entry(page, MachineMark.Slow, "2", "measured slow in the guest; the number is its home class");
        Entry(page, MachineMark.ExpectedSlow, "2", "away, expected slow");
        Entry(page, MachineMark.Open, "2", "away, to settle");
        Entry(page, MachineMark.Unaffected, "2", "away, not affected");
        Entry(page, MachineMark.Unknown, "", "home unknown");
        Entry(page, MachineMark.Off, "", "powered off or suspended");
        page.Add($"</ul>\n");
    }

    private static void Entry(HtmlPage page, MachineMark mark, string number, string meaning)
    {
        page.Add($"<li><svg class=\"marks\" width=\"14\" height=\"14\" aria-hidden=\"true\"><path class=\"{mark.Kind}\" d=\"{mark.Shape(0, 0)}\"/>");
        if (number.Length > 0)
        {
            page.Add($"<text x=\"7\" y=\"10\">{number}</text>");
        }

        page.Add($"</svg> {meaning}</li>");
    }
}
