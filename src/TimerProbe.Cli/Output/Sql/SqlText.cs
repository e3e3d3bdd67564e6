namespace TimerProbe.Cli.Output;

internal static class SqlText
{
    public static void Write(SqlDocument document, TextView view, TextWriter output)
    {
        var page = new Page(view.Style, output);
        var summary = SqlSummary.From(document);
        string?[] about = [document.Server.Name, .. summary.Server, AnswerText.Muted(document.Muting)];
        AnswerText.Write(
            page,
            SqlReport.Create(document) with { Sections = [] },
            isFull: view.Detail > Detail.Summary,
            isVerbose: view.Detail == Detail.Verbose,
            () => AnswerText.WriteHead(page, summary.State, GetStyle(document.Verdict.State), [summary.Answer, summary.Because], about),
            () => WriteWorkloads(page, document, summary, view.Detail > Detail.Summary),
            GetNext(document, view));
    }

    private static IReadOnlyList<(string Command, string For)> GetNext(SqlDocument document, TextView view)
    {
        var next = AnswerText.GetNext(document.Findings, view.Again("sql ..."), hasSteps: view.Detail > Detail.Summary);
        return document.Findings.Count > 0
            ? next
            : [.. next, ($"{view.Again("sql ...")} --save", "keep this run to compare later ones with it")];
    }

    private static Spectre.Console.Style GetStyle(SqlState state) => state switch
    {
        SqlState.Normal => Styles.Of(ClockState.Healthy),
        SqlState.Slow => Styles.Of(Severity.Critical),
        _ => Styles.Of(Severity.Warning),
    };

    private static void WriteWorkloads(Page page, SqlDocument document, SqlSummary summary, bool isFull)
    {
        var table = new TextTable(indent: 2);
        foreach (var row in WorkloadRow.From(document).Where(row => isFull || !row.IsPart))
        {
            table.Add(
                style: null,
                new Cell(row.Label),
                new Cell(row.Seconds, Right: true, Rank: 3),
                new Cell(row.Cost, Right: true),
                new Cell(row.Unit, Rank: 2),
                new Cell(row.TimesEarlier, Right: true, Rank: 1),
                new Cell(row.Note.Length > 0 ? row.Note : row.Interval, Rank: 4));
        }

        table.Write(page);
        var skipped = WorkloadRow.Skipped(document).ToList();
        string?[] notes = isFull
            ? [summary.Earlier, summary.Context, .. skipped]
            : [summary.Earlier, skipped.Count == 0 ? null : $"{Counted.Of(skipped.Count, Noun.Workload)} not run: --detail full says why"];
        foreach (var note in notes.OfType<string>())
        {
            page.Paragraph(PlainText.OneLine(note), indent: 2, Styles.Faint);
        }
    }
}
