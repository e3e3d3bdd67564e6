using TimerProbe.Cli.Output.Pages;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Reporting;

namespace TimerProbe.Cli.Output.Check;

/// <summary>A check document as a page for a person: one screen, and all the rest where it is asked for.</summary>
internal static class CheckText
{
    public static void Write(CheckDocument document, TextView view, TextWriter output)
    {
        var page = new Page(view.Style, output);
        var summary = CheckSummary.From(document);
        WriteHead(page, document, summary);
        page.Space();
        ClockTable.WriteSummary(page, document);
        ProbeText.Write(page, document);
        var next = NextOf(document, view);
        AnswerText.WriteFindings(page, document.Findings, below: next.Count + 1);
        if (view.Detail > Detail.Summary)
        {
            page.Space();
            page.Paragraph("All clocks", style: Styles.Strong);
            ClockTable.Write(page, document);
            FindingText.Write(page, document.Findings);
            page.List("Muted by the configuration", MutedSummary.Of(document.Muting));
            page.Space();
            WriteHead(page, document, summary);
        }

        if (view.Detail == Detail.Verbose)
        {
            WriteUnavailable(page, document.Machine);
        }

        AnswerText.WriteNext(page, next);
    }

    private static void WriteHead(Page page, CheckDocument document, CheckSummary summary)
    {
        var muted = document.Muting is { Muted.Count: > 0 and var left } ? $"{Counted.Of(left, "finding")} muted by the configuration" : null;
        string?[] about = [document.Machine.Name, summary.Platform, summary.Time, muted, summary.System];
        AnswerText.WriteHead(page, summary.State, Styles.Of(document.Verdict.State), [summary.Answer, .. summary.Reasons], about);
    }

    private static IReadOnlyList<NextCommand> NextOf(CheckDocument document, TextView view) => document.Findings.Count > 0
        ? AnswerText.NextOf(document.Findings, view.Again("check"), hasSteps: view.Detail > Detail.Summary)
        : [new("timerprobe watch", "catch a clock that is slow only at times"), new("timerprobe sql --server NAME", "measure what SQL Server itself does")];

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
