namespace TimerProbe.Fleet.Alerts;

/// <summary>An alert as a mail of plain text and of HTML. Names get into its subject and bodies only, and end no line there.</summary>
internal static class MailText
{
    /// <exception cref="AlertNotDeliveredException">Not every server takes an address like this.</exception>
    public static MimeMessage Create(AlertPayload alert, MailRoute route) =>
        Create(alert.Id, alert.Title, new MultipartAlternative { Part("plain", Body(alert)), Part("html", MailHtml.Create(alert)) }, route);

    /// <exception cref="AlertNotDeliveredException">Not every server takes an address like this.</exception>
    internal static MimeMessage Create(string id, string title, MimeEntity body, MailRoute route)
    {
        var domain = MailboxAddress.EncodeAddrspec(route.From).Split('@')[^1];
        var mail = new MimeMessage([Plain(route.From)], route.To.Select(Plain), "TimerProbe: " + title, body)
        {
            MessageId = $"{id}@{domain}"
        };
        mail.Headers.Add("X-TimerProbe-Id", id);
        mail.Headers.Add(HeaderId.AutoSubmitted, "auto-generated");
        return mail;
    }

    internal static TextPart Part(string subtype, string text) =>
        new(subtype) { Text = text, ContentTransferEncoding = ContentEncoding.QuotedPrintable };

    private static MailboxAddress Plain(string address) => Ascii.IsValid(address.AsSpan(0, address.LastIndexOf('@')))
        ? new MailboxAddress(name: "", address)
        : throw new AlertNotDeliveredException($"{address} cannot be used: it has non-ASCII characters before the @");

    private static string Body(AlertPayload alert)
    {
        var text = new StringBuilder();
        Line(text, $"{alert.Title}.");
        Line(text, $"");
        Line(text, $"{(alert is { IsExact: true } ? "When" : "Seen")}: {alert.At.ToUniversalTime():yyyy-MM-dd HH:mm:ss} UTC");
        foreach (var (name, value) in Facts(alert))
        {
            if (value is not null)
            {
                Line(text, $"{name}: {PlainText.ShortLine(value)}");
            }
        }

        if (alert.Count > 1)
        {
            Line(text, $"");
            foreach (var subject in alert.Subjects)
            {
                Line(text, $"- {PlainText.ShortLine(subject.Name)}");
            }

            if (alert.Count > alert.Subjects.Count)
            {
                Line(text, $"- and {alert.Count - alert.Subjects.Count} more: timerprobe history shows them");
            }
        }

        Line(text, $"");
        Line(text, $"Id: {alert.Id}");
        return text.ToString();
    }

    internal static IEnumerable<(string Name, string? Value)> Facts(AlertPayload alert)
    {
        yield return ("vCenter", alert.Server);
        if (alert is { Count: 1, Subjects: [var subject] })
        {
            yield return ("Name", subject.Name);
            yield return ("Cluster", subject.Cluster);
            yield return ("Before", subject.Earlier);
            yield return ("Now", subject.Later);
            yield return ("Cause", subject.Cause);
        }

        yield return ("Problem", alert.Problem);
        yield return (
            "Last read", alert.LastSuccessAt?.ToUniversalTime().ToString("yyyy-MM-dd HH:mm:ss 'UTC'"));
        yield return ("More", alert.Link);
    }

    private static void Line(StringBuilder text, FormattableString line) =>
        text.Append(line.ToString()).Append("\r\n");
}
