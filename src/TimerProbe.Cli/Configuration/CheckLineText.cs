using TimerProbe.Cli.Output.Pages;
using TimerProbe.Core.Advice;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Names;

namespace TimerProbe.Cli.Configuration;

internal static class CheckLineText
{
    private const int Columns = 80;

    public static string Write(
        IReadOnlyList<CheckLine> lines, TextStyle style) => Page.Text(style with { Width = Math.Min(style.Width, Columns) }, page =>
    {
        foreach (var line in lines)
        {
            var (word, shown) = line.Outcome switch
            {
                CheckOutcome.Good => ("ok      ", Styles.Of(ClockState.Healthy)),
                CheckOutcome.Doubtful => ("warning ", Styles.Of(Severity.Warning)),
                CheckOutcome.Bad => ("error   ", Styles.Of(Severity.Critical)),
                _ => ("        ", Styles.Faint),
            };
            page.Line((word, shown), (PlainText.OneLine(line.What), null));
            page.Paragraph(PlainText.OneLine(line.Says), indent: word.Length, Styles.Faint);
        }
    });
}
