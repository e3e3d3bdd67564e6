namespace TimerProbe.Reporting.Html;

/// <summary>All virtual machines; rows leave out the end tags that HTML lets one omit, since there may be ten thousand.</summary>
internal static class MachineTable
{
    private const int MaxPinned = 2_000;

    private const int MaxOnPaper = 60;

    public static void Write(HtmlPage page, ScanReport report, FleetLinks links)
    {
        if (report.Machines.Count == 0)
        {
            return;
        }

        var columns = MachineColumn.From(report, links);
        page.Add($"""
            <section id="machines" aria-labelledby="machines-title">
            <h2 id="machines-title">Virtual machines</h2>

            """);
        WriteFilters(page, report, columns);
        page.Add($"""
            <p id="rows-status" class="note" role="status">{Counted.Of(report.Machines.Count, Noun.VirtualMachine)}{(report.Groups.Count > 0 ? ", the worst first" : "")}</p>

            """);
        WriteRows(page, columns, report.Machines, links);
        if (report.Machines.Count > MaxOnPaper)
        {
            page.Add($"<p class=\"paper\">On paper the first {MaxOnPaper} of {Counted.Number(report.Machines.Count)}, or what a filter leaves; the page itself has them all.</p>\n");
        }

        WriteReasons(page, report, report.Machines);
        page.Add($"</section>\n");
    }

    public static void WriteSome(HtmlPage page, ScanReport report, IReadOnlyList<MachineRow> rows, FleetLinks links)
    {
        WriteRows(page, MachineColumn.From(report, links), rows, links);
        WriteReasons(page, report, rows);
    }

    private static void WriteFilters(HtmlPage page, ScanReport report, IReadOnlyList<MachineColumn> columns)
    {
        page.Add($"""
            <form id="filter" class="filter" role="search" aria-label="Filter the virtual machines" hidden>
            <label>Find <input type="search" name="text" autocomplete="off" spellcheck="false"></label>

            """);
        WriteChoice(
            page,
            "placement",
            "Placement",
            ["away", "away, wrong time", "away, expected slow", "away, undecided", "away, not affected", "unknown", "home", "off"]);
        if (columns.Any(column => column.Key == "guest"))
        {
            WriteChoice(page, "guest", "Measured", ["slow", "suspicious", "check", "healthy", "unclear"]);
        }

        WriteChoice(
            page,
            "cluster",
            "Cluster",
            report.Clusters.Select(cluster => cluster.Facts?.Name)
                .OfType<string>()
                .Distinct()
                .Order(StringComparer.OrdinalIgnoreCase));
        if (report.HasSeveralVCenters)
        {
            WriteChoice(page, "vcenter", "vCenter", report.Document.VCenters.Select(center => center.Server));
        }

        if (columns.Any(column => column.Key == "findings"))
        {
            WriteChoice(page, "findings", "Finding", ["critical", "warning", "info"]);
        }

        page.Add($"""
            <button type="reset">Clear</button>
            <button type="button" id="copy-names">Copy visible names</button>
            <button type="button" id="save-csv">CSV of what is visible</button>
            </form>

            """);
    }

    private static void WriteChoice(HtmlPage page, string key, string title, IEnumerable<string> values)
    {
        page.Add($"<label>{title} <select name=\"{key}\"><option value=\"\">all</option>");
        foreach (var value in values)
        {
            page.Add($"<option value=\"{value}\">{value}</option>");
        }

        page.Add($"</select></label>\n");
    }

    private static void WriteRows(HtmlPage page, IReadOnlyList<MachineColumn> columns, IReadOnlyList<MachineRow> rows, FleetLinks links)
    {
        var firstNumber = columns.ToList().FindIndex(column => column.IsNumber) + 1;
        page.Add($"""
            <div class="scroll rows" tabindex="0" role="group" aria-labelledby="machines-title"><table id="rows" class="n{firstNumber}{(rows.Count <= MaxPinned ? " pin" : "")}">
            <thead><tr>
            """);
        foreach (var column in columns)
        {
            page.Add($"<th scope=\"col\" data-key=\"{column.Key}\" class=\"{(column.IsNumber ? "n" : "")}\"{HtmlAttribute.GetSort(links.GetSortOrder(column.Key))}>");
            if (links.Sorted(column.Key) is { } sorted)
            {
                page.Add($"<a {sorted}>{column.Title}</a>");
            }
            else
            {
                page.Add($"{column.Title}");
            }
        }

        page.Add($"</tr></thead>\n<tbody>\n");
        foreach (var machine in rows)
        {
            page.Add($"<tr{HtmlAttribute.GetClass(machine.Standing)}>");
            foreach (var column in columns)
            {
                column.Write(page, machine);
            }

            page.Add($"\n");
        }

        page.Add($"</tbody></table></div>\n");
    }

    private static void WriteReasons(HtmlPage page, ScanReport report, IReadOnlyList<MachineRow> rows)
    {
        var numbers = rows.Select(row => row.Facts.UnknownReason).OfType<string>().Select(report.GetNumber).Distinct().Order().ToList();
        if (numbers.Count == 0)
        {
            return;
        }

        page.Add($"<h3>Why a home is unknown</h3><ol>\n");
        foreach (var (index, number) in numbers.Index())
        {
            page.Add($"<li id=\"u{number}\"{HtmlAttribute.GetNumber(number, index + 1)}><bdi>{report.UnknownReasons[number - 1]}</bdi></li>\n");
        }

        page.Add($"</ol>\n");
    }
}
