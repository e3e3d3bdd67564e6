using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Reporting;

namespace TimerProbe.Cli.Output.Scan;

/// <summary>The scan in a few lines, at the top of the page and at its end.</summary>
internal static class ScanHeadline
{
    public static void Write(Page page, ScanDocument document)
    {
        var summary = ScanSummary.Of(document);
        page.Paragraph(summary.Headline, style: summary.Severity is { } severity ? Styles.Of(severity) : Styles.Of(ClockState.Healthy));
        if (summary.Numbers.Length > 0)
        {
            page.Paragraph(summary.Numbers, indent: 2);
        }

        if (summary.Failed.Count > 0 && summary.Failed.Count < document.VCenters.Count)
        {
            page.Paragraph(
                SafeText.OneLine($"Nothing is known of {string.Join(", ", summary.Failed)}: it could not be read."), indent: 2, Styles.Of(Severity.Critical));
        }
    }
}
