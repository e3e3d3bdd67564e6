using TimerProbe.Core.Documents;
using TimerProbe.Reporting.Html.Model;
using TimerProbe.Reporting.Html.Sections;

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
        var view = new ScanView(document);
        var page = new HtmlPage();
        PageHead.Write(page, view);
        Notices.Write(page, view);
        Summary.Write(page, view);
        ClusterSection.Write(page, view);
        MoveSection.Write(page, view);
        FindingSection.Write(page, view);
        MachineTable.Write(page, view);
        About.Write(page, view);
        PageFrame.Close(page, script: true);
        return page.ToString();
    }
}
