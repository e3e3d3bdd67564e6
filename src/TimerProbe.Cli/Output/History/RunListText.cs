namespace TimerProbe.Cli.Output;

internal static class RunListText
{
    private const int WideEnoughForIds = 105;
    private const int ShortId = 13;
    private const int MaxSubject = 28;

    public static void Write(RunsDocument document, TextView view, TextWriter output)
    {
        var style = view.Style;
        var page = new Page(style, output);
        if (document.Runs.Count == 0)
        {
            page.Paragraph(
                "No matching runs. check, sql and scan save theirs with --save; watch saves changes, which timerprobe history NAME shows.");
            return;
        }

        var table = new TextTable(indent: 0);
        foreach (var run in document.Runs)
        {
            var id = run.Id.ToString();
            table.Add(
                style: null,
                new Cell(Times.Minute(run.StartedAt)),
                new Cell(run.Kind),
                new Cell(LineWidth.Fit(PlainText.OneLine(run.Subject), MaxSubject, style)),
                new Cell(run.State),
                new Cell(style.Width >= WideEnoughForIds ? id : id[..ShortId]),
                new Cell(Findings(run.Findings), Rank: 1));
        }

        table.Write(page);
    }

    private static string Findings(FindingCounts found)
    {
        (int Count, string Name)[] counts = [(found.Critical, "critical"), (found.Warning, "warning"), (found.Info, "info")];
        var reported = string.Join(", ", counts.Where(count => count.Count > 0).Select(count => $"{Counted.Number(count.Count)} {count.Name}"));
        return reported.Length > 0 ? reported : "no findings";
    }
}
