namespace TimerProbe.Fleet.Alerts;

/// <summary>
/// An alert as HTML for a mail: what happened, to which machine, and what to do next. It asks the network for nothing, and names
/// in it are text. Styles are in the elements, since mail programs drop style sheets.
/// </summary>
internal static class MailHtml
{
    private const string Cell = "style=\"padding:4px 12px 4px 0;border-bottom:1px solid #d3d8de;text-align:left\"";

    public static string Create(AlertPayload alert)
    {
        var html = Begun();
        Add(html,
            $"<h1 style=\"font-size:20px;line-height:1.3;border-left:6px solid {GetColour(alert.Kind)};padding-left:12px\">{alert.Title}.</h1>\r\n");
        Add(html,
            $"<p>{(alert.IsExact ? "When" : "Seen")}: {alert.At.UtcDateTime.ToString("yyyy-MM-dd HH:mm:ss")} UTC</p>\r\n");
        WriteFacts(html, alert);
        if (alert.Count > 1)
        {
            WriteSubjects(html, alert);
        }

        if (GetAdvice(alert.Kind) is { } advice)
        {
            Add(html, $"<h2 style=\"font-size:16px\">What to do</h2>\r\n<p>{advice}</p>\r\n");
        }

        Add(html, $"<p style=\"color:#545d68;font-size:12px\">Id: {alert.Id}</p>\r\n</body></html>\r\n");
        return html.ToString();
    }

    public static string Create(MailReport report, IReadOnlyList<string> more)
    {
        var html = Begun();
        foreach (var section in report.Sections)
        {
            Add(html, $"<h2 style=\"font-size:16px\">{section.Heading}</h2>\r\n");
            foreach (var line in section.Lines)
            {
                Add(html, $"<p>{line}</p>\r\n");
            }

            WriteTable(html, section.Table);
        }

        foreach (var line in more)
        {
            Add(html, $"<p>{line}</p>\r\n");
        }

        return html.Append("</body></html>\r\n").ToString();
    }

    private static StringBuilder Begun() => new StringBuilder(
        "<!doctype html>\r\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>TimerProbe</title></head>\r\n")
        .Append("<body style=\"font:15px/1.5 'Segoe UI',Arial,sans-serif;color:#1a1f24;max-width:46em\">\r\n");

    private static void WriteTable(StringBuilder html, IReadOnlyList<IReadOnlyList<string>> rows)
    {
        html.Append(rows.Count > 0 ? "<table style=\"border-collapse:collapse\">\r\n" : "");
        foreach (var (i, row) in rows.Index())
        {
            html.Append("<tr>");
            foreach (var cell in row)
            {
                html.Append(i == 0 ? "<th " : "<td ").Append(Cell).Append('>');
                Add(html, $"{PlainText.ShortLine(cell)}");
                html.Append(i == 0 ? "</th>" : "</td>");
            }

            html.Append("</tr>\r\n");
        }

        html.Append(rows.Count > 0 ? "</table>\r\n" : "");
    }

    private static void WriteFacts(StringBuilder html, AlertPayload alert)
    {
        html.Append("<table style=\"border-collapse:collapse\">\r\n");
        foreach (var (name, value) in MailText.Facts(alert))
        {
            if (value is not null)
            {
                Row(html, name, value);
            }
        }

        html.Append("</table>\r\n");
    }

    private static void WriteSubjects(StringBuilder html, AlertPayload alert)
    {
        html.Append("<h2 style=\"font-size:16px\">Which</h2>\r\n<table style=\"border-collapse:collapse\">\r\n");
        Row(html, "Name", "Cluster");
        foreach (var subject in alert.Subjects)
        {
            Row(html, subject.Name, subject.Cluster ?? "");
        }

        html.Append("</table>\r\n");
        if (alert.Count > alert.Subjects.Count)
        {
            Add(html,
                $"<p>and {(alert.Count - alert.Subjects.Count).ToString()} more: timerprobe history shows them.</p>\r\n");
        }
    }

    private static void Row(StringBuilder html, string name, string value)
    {
        html.Append("<tr><th ").Append(Cell).Append('>');
        Add(html, $"{PlainText.ShortLine(name)}");
        html.Append("</th><td ").Append(Cell).Append('>');
        Add(html, $"{PlainText.ShortLine(value)}");
        html.Append("</td></tr>\r\n");
    }

    private static string? GetAdvice(AlertKind kind) => kind switch
    {
        AlertKind.WentAway or AlertKind.FoundAway =>
            "Every clock read is expected to be 10 to 100 times slower there, until timerprobe check measures it inside the VM. vMotion it back to a host with its home frequency: no downtime is expected. timerprobe scan names the hosts.",
        AlertKind.TurnedSlow => "Run timerprobe check there: it names the cause and the remedy.",
        AlertKind.ScanFailed or AlertKind.ScanPartial or AlertKind.NotAnswering =>
            "Until it is read again nothing is known about its virtual machines: check the connection and the account.",
        AlertKind.WatchSilent => "See whether the machine and its watch run there: until it is heard again a slow clock is not seen.",
        _ => null,
    };

    private static string GetColour(AlertKind kind) => kind switch
    {
        AlertKind.TurnedSlow => "#b3261e",
        AlertKind.CameHome or AlertKind.ScanRecovered or AlertKind.WatchResumed => "#1a6b3c",
        _ => "#b45309",
    };

    private static void Add(StringBuilder html, FormattableString markup) =>
        html.AppendFormat(
            CultureInfo.InvariantCulture,
            markup.Format,
            [.. markup.GetArguments().Select(hole => WebUtility.HtmlEncode(PlainText.OneLine(hole?.ToString() ?? "")))]);
}
