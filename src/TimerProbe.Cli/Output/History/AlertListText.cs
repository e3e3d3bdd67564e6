using TimerProbe.Cli.Output.Pages;
using TimerProbe.Core.Json;
using TimerProbe.Core.Names;
using TimerProbe.Fleet.Store.Alerts;
using TimerProbe.Reporting;

namespace TimerProbe.Cli.Output.History;

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
