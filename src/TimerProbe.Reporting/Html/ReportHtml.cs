using TimerProbe.Reporting.Html.Markup;
using TimerProbe.Reporting.Html.Pictures;
using TimerProbe.Reporting.Html.Sections;
using TimerProbe.Reporting.Reports;

namespace TimerProbe.Reporting.Html;

/// <summary>A report as one self-contained page: it asks the network for nothing, has no script, and prints.</summary>
public static class ReportHtml
{
    /// <summary>Writes the page as UTF-8 while it is made.</summary>
    public static void Write(Report report, TextWriter output) => HtmlPage.Write(output, page => Write(page, report));

    private static void Write(HtmlPage page, Report report)
    {
        ReportFrame.Open(page, $"{report.Title} {report.Subject}, {Times.Minute(report.StartedAt)} UTC", "report", script: false);
        ReportHead.Write(page, report);
        MovedPicture.Write(page, report.Moved);
        foreach (var (number, section) in report.Sections.Index())
        {
            FigureSection.Write(page, section, number + 1);
        }

        FindingSection.Write(page, report.Findings);
        AboutReport.Write(page, report);
        ReportFrame.Close(page, script: false);
    }
}
