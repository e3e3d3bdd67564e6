using TimerProbe.Cli.Output.Pages;
using TimerProbe.Core.Facts;
using TimerProbe.Reporting;

namespace TimerProbe.Cli.Output.Check;

/// <summary>How fast the machine's clocks run.</summary>
internal static class DriftText
{
    public static void Write(Page page, DriftFacts drift)
    {
        foreach (var (number, line) in DriftSummary.Of(drift).Index())
        {
            page.Paragraph(line, indent: number == 0 ? 2 : 4);
        }

        if (DriftSummary.Agreement(drift) is { } agreement)
        {
            page.Paragraph(agreement, indent: 2, Styles.Faint);
        }
    }
}
