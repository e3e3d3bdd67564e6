namespace TimerProbe.Reporting.Html;

/// <summary>Hosts with the machines that a plan is about, before and after; nothing without such machines.</summary>
internal static class MovedPicture
{
    private const int Columns = 10;
    private const int MaxMarks = 1_000;
    private const int Width = Columns * MachineMark.Pitch;

    private static readonly (PlannedClock Clock, MachineMark Mark, string Word)[] Marks =
        [
            (PlannedClock.Slow, MachineMark.Slow, "slow"),
            (PlannedClock.Unknown, MachineMark.Unknown, "unknown"),
            (PlannedClock.Fast, MachineMark.Home, "fast"),
        ];

    public static void Write(HtmlPage page, IReadOnlyList<(string Host, PlannedClock Before, string? To, PlannedClock After)> moved)
    {
        if (moved.Count == 0)
        {
            return;
        }

        page.Add($"""
            <section id="picture" aria-labelledby="picture-title">
            <h2 id="picture-title">Hosts and machines before and after</h2>
            <ul class="legend">
            """);
        foreach (var (_, mark, word) in Marks)
        {
            page.Add($"<li><svg class=\"marks\" width=\"14\" height=\"14\" aria-hidden=\"true\"><path class=\"{mark.Kind}\" d=\"{mark.Shape(0, 0)}\"/></svg> clock {word}</li>");
        }

        page.Add($"</ul>\n<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Hosts and machines before and after\"><table class=\"affected\">\n<thead><tr><th scope=\"col\">Host<th scope=\"col\">Before<th scope=\"col\">After</tr></thead>\n<tbody>\n");
        var before = moved.ToLookup(item => item.Host, item => item.Before);
        var after = moved.ToLookup(item => item.To ?? "", item => item.After);
        var maxMachines = before.Concat(after).Max(host => host.Count());
        var hosts = before.Concat(after).Select(item => item.Key).Where(name => name.Length > 0).Distinct();
        foreach (var host in hosts.Order(StringComparer.Ordinal))
        {
            WriteRow(page, host, [.. before[host]], [.. after[host]], moved.Count <= MaxMarks ? 0 : maxMachines);
        }

        if (after[""].Any())
        {
            WriteRow(page, "left to DRS, or not known", [], [.. after[""]], moved.Count <= MaxMarks ? 0 : maxMachines);
        }

        page.Add($"</tbody></table></div>\n<p class=\"note\">Only the machines that the plan is about are drawn.</p>\n</section>\n");
    }

    private static void WriteRow(
        HtmlPage page, string host, IReadOnlyList<PlannedClock> before, IReadOnlyList<PlannedClock> after, int fullBar)
    {
        page.Add($"<tr><th scope=\"row\"><bdi>{host}</bdi>");
        WriteCell(page, $"{host} before", before, fullBar);
        WriteCell(page, $"{host} after", after, fullBar);
        page.Add($"</tr>\n");
    }

    private static void WriteCell(HtmlPage page, string title, IReadOnlyList<PlannedClock> clocks, int fullBar)
    {
        page.Add($"<td>");
        if (clocks.Count == 0)
        {
            page.Add($"<small>none</small>");
            return;
        }

        var groups = Marks.Select(item => (item.Mark, item.Word, Clocks: clocks.Where(clock => clock == item.Clock).ToList()))
            .Where(item => item.Clocks.Count > 0)
            .ToList();
        var reported = string.Join(", ", groups.Select(item => $"{Counted.Number(item.Clocks.Count)} {item.Word}"));
        var height = fullBar > 0 ? MachineMark.Pitch : (clocks.Count + Columns - 1) / Columns * MachineMark.Pitch;
        var width = fullBar > 0 ? Width : Math.Min(clocks.Count, Columns) * MachineMark.Pitch;
        page.Add($"<svg class=\"marks\" role=\"img\" width=\"{width}\" height=\"{height}\"><title>{title}: {reported}</title>");
        HostPicture.Draw(page, [.. groups.Select(item => (item.Mark, item.Clocks))], Columns, fullBar > 0 ? fullBar : null, _ => null);
        page.Add($"</svg> <span class=\"note\">{reported}</span>");
    }
}
