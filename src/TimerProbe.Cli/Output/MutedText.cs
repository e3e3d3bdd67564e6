using TimerProbe.Core.Advice;
using TimerProbe.Reporting;

namespace TimerProbe.Cli.Output;

/// <summary>What the configuration keeps out of the page.</summary>
internal static class MutedText
{
    public static void Write(Page page, MutingFacts? muting)
    {
        var lines = MutedSummary.Of(muting);
        if (lines.Count == 0)
        {
            return;
        }

        page.Space();
        page.Paragraph("Kept out by the configuration", style: Styles.Strong);
        foreach (var line in lines)
        {
            page.Paragraph(SafeText.OneLine(line), 2, hanging: "- ");
        }
    }
}
