using TimerProbe.Cli.Output.Pages;
using TimerProbe.Reporting;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Cli.Output.Scan;

/// <summary>Why it is not known where machines were powered on, and what would settle it.</summary>
internal static class UnknownText
{
    // The first screen has room for no more; --output html has all of them.
    private const int MostReasons = 2;

    private const int MostRemedies = 2;

    public static void Write(Page page, UnknownHomes? unknown)
    {
        if (unknown is null)
        {
            return;
        }

        page.Space();
        page.Paragraph($"Where {Counted.Number(unknown.Count)} of {Counted.Of(unknown.Running, "running VM")} {(unknown.Count == 1 ? "was" : "were")} powered on is not known", style: Styles.Strong);
        foreach (var (says, count) in unknown.Reasons.Take(MostReasons).Concat(unknown.Remedies.Take(MostRemedies)))
        {
            page.Line((LineWidth.Fit($"{Counted.Number(count),7}  {says}", page.Style.Width, page.Style), null));
        }
    }
}
