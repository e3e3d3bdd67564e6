using System.Globalization;
using System.Net.Mail;
using System.Net.Mime;
using System.Text;

namespace TimerProbe.Fleet.Alerts.Delivery;

/// <summary>An alert as a mail of plain text and, beside it, HTML. Names get into its subject and bodies only, and end no line there.</summary>
internal static class MailText
{
    /// <exception cref="AlertNotDeliveredException">An address is none that every server takes.</exception>
    public static MailMessage Of(AlertPayload alert, MailRoute route)
    {
        var sender = Plain(route.From);
        var mail = new MailMessage
        {
            From = sender,
            Subject = "TimerProbe: " + alert.Title,
            SubjectEncoding = Encoding.UTF8,
        };
        mail.AlternateViews.Add(View(Body(alert), MediaTypeNames.Text.Plain));
        mail.AlternateViews.Add(View(MailHtml.Of(alert), MediaTypeNames.Text.Html));
        foreach (var receiver in route.To)
        {
            mail.To.Add(Plain(receiver));
        }

        mail.Headers.Add("Message-ID", $"<{alert.Id}@{sender.Host}>");
        mail.Headers.Add("X-TimerProbe-Id", alert.Id);
        mail.Headers.Add("Auto-Submitted", "auto-generated");
        return mail;
    }

    private static AlternateView View(string text, string type)
    {
        var view = AlternateView.CreateAlternateViewFromString(text, Encoding.UTF8, type);
        view.TransferEncoding = TransferEncoding.Base64;
        return view;
    }

    private static MailAddress Plain(string address)
    {
        var parsed = new MailAddress(address);
        return Ascii.IsValid(parsed.User) ? parsed : throw new AlertNotDeliveredException($"{address} cannot be used: it has non-ASCII characters before the @");
    }

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
                Line(text, $"{name}: {PlainLine.Of(value)}");
            }
        }

        if (alert.Count > 1)
        {
            Line(text, $"");
            foreach (var subject in alert.Subjects)
            {
                Line(text, $"- {PlainLine.Of(subject.Name)}");
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
        yield return ("Last read", alert.LastSuccessAt?.ToUniversalTime().ToString("yyyy-MM-dd HH:mm:ss 'UTC'", CultureInfo.InvariantCulture));
    }

    private static void Line(StringBuilder text, FormattableString line) => text.Append(line.ToString(CultureInfo.InvariantCulture)).Append("\r\n");
}
