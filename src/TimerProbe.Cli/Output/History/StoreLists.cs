using TimerProbe.Cli.Output.Pages;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Json;
using TimerProbe.Core.Names;
using TimerProbe.Fleet.Store.Alerts;
using TimerProbe.Reporting;

namespace TimerProbe.Cli.Output.History;

internal static class RunListText
{
    private const int WideEnoughForIds = 105;
    private const int ShortId = 13;
    private const int LongestSubject = 28;

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
                new Cell(LineWidth.Fit(PlainText.OneLine(run.Subject), LongestSubject, style)),
                new Cell(run.State),
                new Cell(style.Width >= WideEnoughForIds ? id : id[..ShortId]),
                new Cell(Findings(run.Findings), Rank: 1));
        }

        table.Write(page);
    }

    private static string Findings(FindingCounts found)
    {
        (int Count, string Name)[] counts = [(found.Critical, "critical"), (found.Warning, "warning"), (found.Info, "info")];
        var reported = string.Join(", ", counts.Where(each => each.Count > 0).Select(each => $"{Counted.Number(each.Count)} {each.Name}"));
        return reported.Length > 0 ? reported : "no findings";
    }
}

internal static class AlertListText
{
    public static string Write(IReadOnlyList<StoredAlert> alerts, TextStyle style) => Page.Text(style, page =>
    {
        if (alerts.Count == 0)
        {
            page.Paragraph("No stored alerts. Saved runs create them when their configuration has \"alerts\".");
            return;
        }

        foreach (var alert in alerts)
        {
            page.Paragraph($"{Times.Minute(alert.CreatedAt)}  {PlainText.OneLine(alert.Kind)}  {PlainText.OneLine(alert.Subject)}");
            page.Paragraph($"{PlainText.OneLine(alert.Channel)}: {alert.State.ToDocumentName()}{Tries(alert)}", indent: 2);
            page.Paragraph(PlainText.OneLine(alert.Id), indent: 2, Styles.Faint);
        }
    });

    private static string Tries(StoredAlert alert) => alert.State is AlertState.Pending or AlertState.Failed && alert.Attempts > 0
        ? $" after {Counted.Number(alert.Attempts)} {(alert.Attempts == 1 ? "try" : "tries")}{(alert.LastError is { } error ? $": {PlainText.OneLine(error)}" : "")}"
        : "";
}
