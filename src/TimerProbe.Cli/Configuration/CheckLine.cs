using TimerProbe.Cli.Output.Pages;
using TimerProbe.Core.Advice;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Names;

namespace TimerProbe.Cli.Configuration;

/// <summary>What came of a look at one thing that a configuration names, such as <c>vc1.example.org</c> or <c>output html</c>.</summary>
internal sealed record CheckLine(CheckOutcome Outcome, string What, string Says);

internal enum CheckOutcome
{
    Good,

    /// <summary>Works, and is worth a look.</summary>
    Doubtful,

    Bad,

    NotChecked,
}

internal static class CheckLineText
{
    private const int Columns = 80;

    public static string Write(IReadOnlyList<CheckLine> lines, TextStyle style)
    {
        var narrow = style with { Width = Math.Min(style.Width, Columns) };
        return Page.Text(narrow, page =>
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
}
