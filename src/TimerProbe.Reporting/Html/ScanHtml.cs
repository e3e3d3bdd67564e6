using TimerProbe.Core.Documents;
using TimerProbe.Reporting.Html.Markup;
using TimerProbe.Reporting.Html.Sections;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Reporting.Html;

/// <summary>
/// A scan document as one self-contained page: it asks the network for nothing, is whole without its script, and prints. A section
/// with nothing to tell is left out.
/// </summary>
public static class ScanHtml
{
    /// <summary>The whole page, to be written as UTF-8.</summary>
    public static string Write(ScanDocument document)
    {
        var report = new ScanReport(document);
        var page = new HtmlPage();
        PageHead.Write(page, report);
        Notices.Write(page, report);
        Summary.Write(page, report);
        ClusterSection.Write(page, report);
        ClusterSection.WriteMoves(page, report);
        FindingSection.Write(page, report);
        MachineTable.Write(page, report);
        About.Write(page, report);
        PageFrame.Close(page, script: true);
        return page.ToString();
    }
}
