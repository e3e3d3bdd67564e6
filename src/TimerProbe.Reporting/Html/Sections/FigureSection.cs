namespace TimerProbe.Reporting.Html;

internal static class FigureSection
{
    public static void Write(HtmlPage page, ReportSection section, int number)
    {
        page.Add($"<section aria-labelledby=\"figures-{number}\">\n<h2 id=\"figures-{number}\">{section.Title}</h2>\n");
        if (section.Rows.Count > 0)
        {
            WriteTable(page, section);
        }

        foreach (var note in section.Notes)
        {
            page.Add($"<p class=\"note\">{note}</p>\n");
        }

        page.Add($"</section>\n");
    }

    private static void WriteTable(HtmlPage page, ReportSection section)
    {
        page.Add($"<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{section.Title}\"><table>\n<thead><tr>");
        foreach (var column in section.Shown)
        {
            page.Add($"<th scope=\"col\" class=\"{Class(section.Columns[column])}\">{section.Columns[column].Title}");
        }

        page.Add($"</tr></thead>\n<tbody>\n");
        foreach (var row in section.Rows)
        {
            page.Add($"<tr>");
            foreach (var column in section.Shown)
            {
                WriteCell(page, section.Columns[column], row[column]);
            }

            page.Add($"</tr>\n");
        }

        page.Add($"</tbody></table></div>\n");
    }

    private static void WriteCell(HtmlPage page, ReportColumn column, string text)
    {
        page.Add($"<td class=\"{Class(column)}\">");
        if (column.Holds == ColumnContent.Names && text.Length > 0)
        {
            page.Add($"<code><bdi>{text}</bdi></code>");
        }
        else
        {
            page.Add($"{text}");
        }
    }

    private static string Class(ReportColumn column) => column.Holds == ColumnContent.Figures ? "n" : "";
}
