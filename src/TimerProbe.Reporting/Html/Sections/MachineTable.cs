using TimerProbe.Reporting.Html.Markup;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Reporting.Html.Sections;

/// <summary>
/// All virtual machines, a row each. Rows are written short, without the end tags that HTML lets one leave out, since there may be
/// ten thousand of them; the script adds filters and sorting.
/// </summary>
internal static class MachineTable
{
    /// <summary>Names stay in sight when such a table is moved sideways; with more rows the browser would be slow at it.</summary>
    private const int MostPinned = 2_000;

    /// <summary>The style sheet leaves the others out of print.</summary>
    private const int MostOnPaper = 60;

    public static void Write(HtmlPage page, ScanReport report, FindingAnchors anchors)
    {
        if (report.Machines.Count == 0)
        {
            return;
        }

        var columns = MachineColumns.Of(report, anchors);
        var firstNumber = columns.ToList().FindIndex(column => column.IsNumber) + 1;
        page.Add($"""
            <section id="machines" aria-labelledby="machines-title">
            <h2 id="machines-title">Virtual machines</h2>

            """);
        MachineFilter.Write(page, report, columns);
        page.Add($"""
            <p id="rows-status" class="note" role="status">{Counted.Of(report.Machines.Count, "virtual machine")}{(report.Groups.Count > 0 ? ", the most severe first" : "")}</p>
            <div class="scroll rows" tabindex="0" role="group" aria-labelledby="machines-title"><table id="rows" class="n{firstNumber}{(report.Machines.Count <= MostPinned ? " pin" : "")}">
            <thead><tr>
            """);
        foreach (var column in columns)
        {
            page.Add($"<th scope=\"col\" data-key=\"{column.Key}\" class=\"{(column.IsNumber ? "n" : "")}\">{column.Title}");
        }

        page.Add($"</tr></thead>\n<tbody>\n");
        foreach (var machine in report.Machines)
        {
            page.Add($"<tr{HtmlAttribute.ClassOf(machine.Standing)}>");
            foreach (var column in columns)
            {
                column.Write(page, machine);
            }

            page.Add($"\n");
        }

        page.Add($"</tbody></table></div>\n");
        if (report.Machines.Count > MostOnPaper)
        {
            page.Add($"<p class=\"paper\">On paper the first {MostOnPaper} of {Counted.Number(report.Machines.Count)}, or what a filter leaves; the page itself has them all.</p>\n");
        }

        WriteReasons(page, report.UnknownReasons);
        page.Add($"</section>\n");
    }

    private static void WriteReasons(HtmlPage page, IReadOnlyList<string> reasons)
    {
        if (reasons.Count == 0)
        {
            return;
        }

        page.Add($"<h3>Why a home is unknown</h3><ol>\n");
        foreach (var (index, reason) in reasons.Index())
        {
            page.Add($"<li id=\"u{index + 1}\"><bdi>{reason}</bdi></li>\n");
        }

        page.Add($"</ol>\n");
    }
}
