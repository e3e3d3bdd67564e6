using TimerProbe.Cli.Output.Pages;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Reporting;

namespace TimerProbe.Cli.Output.Check;

/// <summary>A check document as a page for a person.</summary>
internal static class CheckText
{
    public static string Write(CheckDocument document, TextStyle style, bool verbose)
    {
        var page = new Page(style);
        var summary = CheckSummary.Of(document);
        page.Paragraph(string.Join(style.Separator, document.Machine.Name, summary.System, summary.Platform), style: Styles.Strong);
        page.Space();
        ClockTable.Write(page, document);
        page.Space();
        WriteVerdict(page, document, summary);
        ProbeText.Write(page, document);
        FindingText.Write(page, document.Findings);
        page.List("Kept out by the configuration", MutedSummary.Of(document.Muting));
        if (document.Findings.Count > 0)
        {
            page.Space();
            WriteVerdict(page, document, summary);
        }

        if (verbose)
        {
            WriteUnavailable(page, document.Machine);
        }

        return page.ToString();
    }

    private static void WriteVerdict(Page page, CheckDocument document, CheckSummary summary)
    {
        page.Paragraph(summary.Headline, style: Styles.Of(document.Verdict.State));
        foreach (var reason in summary.Reasons)
        {
            page.Paragraph(reason, indent: 2);
        }
    }

    private static void WriteUnavailable(Page page, MachineFacts machine)
    {
        page.Space();
        page.Paragraph("Not available", style: Styles.Strong);
        foreach (var missing in machine.Unavailable)
        {
            page.Paragraph($"{missing.What}: {missing.Why}", indent: 2);
        }
    }
}
