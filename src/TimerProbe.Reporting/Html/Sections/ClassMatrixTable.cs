using System.Globalization;
using TimerProbe.Core.Units;
using TimerProbe.Reporting.Html.Markup;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Reporting.Html.Sections;

/// <summary>A cluster's matrix of home class and present class as a table, each count a filter of the machines.</summary>
internal static class ClassMatrixTable
{
    public static void Write(HtmlPage page, ClusterRow cluster, PartsPerMillion tolerance)
    {
        var matrix = new ClassMatrix(cluster, tolerance);
        page.Add($"<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Home class and present class\"><table class=\"matrix\">\n<thead><tr><th scope=\"col\">Powered on in");
        foreach (var present in matrix.Presents)
        {
            page.Add($"<th scope=\"col\" class=\"n\">now in class {Counted.Number(present.Number)} <small>{present.Span}, {Counted.Of(present.Hosts.Count, "host")}</small>");
        }

        page.Add($"</tr></thead>\n<tbody>\n");
        foreach (var home in matrix.Homes)
        {
            page.Add($"<tr><th scope=\"row\">{(home is null ? "elsewhere" : $"class {Counted.Number(home.Number)}")} <small>{home?.Span}</small>");
            foreach (var present in matrix.Presents)
            {
                WriteCell(page, home, present, matrix[home, present]);
            }

            page.Add($"</tr>\n");
        }

        page.Add($"</tbody></table></div>\n");
    }

    private static void WriteCell(HtmlPage page, ClassRow? home, ClassRow present, int count)
    {
        var isAway = home != present;
        if (count == 0)
        {
            page.Add($"<td class=\"n none\">{(isAway ? "0" : "0 at home")}");
        }
        else if (isAway)
        {
            page.Add($"<td class=\"n away\"><a href=\"#machines\" data-show=\"{Query("away", home, present)}\"><b>{Counted.Number(count)}</b> away</a>");
        }
        else
        {
            page.Add($"<td class=\"n\"><a href=\"#machines\" data-show=\"{Query("home", home: null, present)}\">{Counted.Number(count)} at home</a>");
        }
    }

    private static string Query(string placement, ClassRow? home, ClassRow present) =>
        $"placement={placement}&hostHz={Range(present)}{(home is null ? "" : $"&homeHz={Range(home)}")}";

    private static string Range(ClassRow lane) => $"{Digits(lane.Class!.LowHz)}..{Digits(lane.Class.HighHz)}";

    private static string Digits(Frequency frequency) => frequency.Megahertz.ToString("0.000", CultureInfo.InvariantCulture);
}
