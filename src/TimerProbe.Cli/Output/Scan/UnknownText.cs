using TimerProbe.Cli.Output.Pages;
using TimerProbe.Reporting;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Cli.Output.Scan;

/// <summary>Why it is not known where machines were powered on, and what would settle it.</summary>
internal static class UnknownText
{
    public static void Write(Page page, UnknownHomes? unknown)
    {
        if (unknown is null)
        {
            return;
        }

        page.Space();
        page.Paragraph($"Where {Counted.Number(unknown.Count)} of {Counted.Of(unknown.Running, "running VM")} {(unknown.Count == 1 ? "was" : "were")} powered on is not known", style: Styles.Strong);
        foreach (var (reason, count) in unknown.Reasons)
        {
            page.Paragraph(reason, hanging: Label(count));
        }

        if (unknown.WithOtherReasons > 0)
        {
            page.Paragraph("other reasons", hanging: Label(unknown.WithOtherReasons));
        }

        page.Paragraph("What would settle it, the least effort first:", indent: 2);
        foreach (var (action, count) in unknown.Remedies)
        {
            page.Paragraph(action, hanging: Label(count));
        }
    }

    private static string Label(int count) => $"{Counted.Number(count),7}  ";
}
