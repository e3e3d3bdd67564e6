using TimerProbe.Core.Documents;
using TimerProbe.Reporting.Html.Markup;
using TimerProbe.Reporting.Html.Sections;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Reporting.Html;

/// <summary>A scan document as one self-contained page: it asks the network for nothing, is whole without its script, and prints.</summary>
public static class ScanHtml
{
    /// <summary>Writes the page as UTF-8 while it is made.</summary>
    public static void Write(ScanDocument document, TextWriter output) => HtmlPage.Write(output, page => Write(page, document));

    private static void Write(HtmlPage page, ScanDocument document)
    {
        var report = new ScanReport(document);
        var anchors = new FindingAnchors(report.Groups.SelectMany(group => group.Findings));
        PageHead.Write(page, report);
        Summary.Write(page, report, anchors);
        ClusterSection.Write(page, report);
        ClusterSection.WriteMoves(page, report);
        FindingSection.Write(page, report, anchors);
        MachineTable.Write(page, report, anchors);
        About.Write(page, report);
        ReportFrame.Close(page, script: true);
    }
}
