using TimerProbe.Reporting.Html.Model;

namespace TimerProbe.Reporting.Html.Sections;

/// <summary>
/// All virtual machines, a row each. Rows are written short, without the end tags that HTML lets one leave out, since there may be
/// ten thousand of them; the script adds filters and sorting.
/// </summary>
internal static class MachineTable
{
    /// <summary>Names stay in sight when such a table is moved sideways; with more rows the browser would be slow at it.</summary>
    private const int MostPinned = 2_000;

    public static void Write(HtmlPage page, ScanView view)
    {
        if (view.Machines.Count == 0)
        {
            return;
        }

        var columns = MachineColumns.Of(view);
        var firstNumber = columns.ToList().FindIndex(column => column.IsNumber) + 1;
        page.Add($"""
            <section id="machines" aria-labelledby="machines-title">
            <h2 id="machines-title">Virtual machines</h2>

            """);
        MachineFilter.Write(page, view, columns);
        page.Add($"""
            <p id="rows-status" class="note" role="status">{Words.Count(view.Machines.Count, "virtual machine")}{(view.Groups.Count > 0 ? ", those with findings first" : "")}</p>
            <div class="scroll rows" tabindex="0" role="region" aria-labelledby="machines-title"><table id="rows" class="n{firstNumber}{(view.Machines.Count <= MostPinned ? " pin" : "")}">
            <thead><tr>
            """);
        foreach (var column in columns)
        {
            page.Add($"<th scope=\"col\" data-key=\"{column.Key}\" class=\"{(column.IsNumber ? "n" : "")}\">{column.Title}");
        }

        page.Add($"</tr></thead>\n<tbody>\n");
        var reasons = new UnknownReasons();
        foreach (var machine in view.Machines)
        {
            page.Add($"<tr{new RowClass(machine.Facts)}>");
            foreach (var column in columns)
            {
                column.Write(page, machine, reasons);
            }

            page.Add($"\n");
        }

        page.Add($"</tbody></table></div>\n");
        reasons.Write(page);
        page.Add($"</section>\n");
    }
}
