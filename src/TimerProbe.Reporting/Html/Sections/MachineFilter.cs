using TimerProbe.Reporting.Html.Markup;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Reporting.Html.Sections;

/// <summary>The filters above the table; hidden until the script that makes them work shows them.</summary>
internal static class MachineFilter
{
    public static void Write(HtmlPage page, ScanReport report, IReadOnlyList<MachineColumn> columns)
    {
        page.Add($"""
            <form id="filter" class="filter" role="search" aria-label="Filter the virtual machines" hidden>
            <label>Find <input type="search" name="text" autocomplete="off" spellcheck="false"></label>

            """);
        Choice(page, "placement", "Placement", ["away", "unknown", "home", "off"]);
        if (columns.Any(column => column.Key == "guest"))
        {
            Choice(page, "guest", "Measured", ["slow", "suspicious", "check", "healthy", "unclear"]);
        }

        Choice(page, "cluster", "Cluster", report.Clusters.Select(cluster => cluster.Facts?.Name).OfType<string>().Distinct(StringComparer.Ordinal).Order(StringComparer.OrdinalIgnoreCase));
        if (report.HasSeveralVCenters)
        {
            Choice(page, "vcenter", "vCenter", report.Document.VCenters.Select(center => center.Server));
        }

        if (columns.Any(column => column.Key == "findings"))
        {
            Choice(page, "findings", "Finding", ["critical", "warning", "info"]);
        }

        page.Add($"""
            <button type="reset">Clear</button>
            <button type="button" id="copy-names">Copy visible names</button>
            <button type="button" id="save-csv">CSV of what is visible</button>
            </form>

            """);
    }

    private static void Choice(HtmlPage page, string key, string title, IEnumerable<string> values)
    {
        page.Add($"<label>{title} <select name=\"{key}\"><option value=\"\">all</option>");
        foreach (var value in values)
        {
            page.Add($"<option value=\"{value}\">{value}</option>");
        }

        page.Add($"</select></label>\n");
    }
}
