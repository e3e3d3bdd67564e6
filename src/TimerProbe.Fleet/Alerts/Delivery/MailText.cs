using System.Globalization;
using System.Net.Mail;
using System.Text;

namespace TimerProbe.Fleet.Alerts.Delivery;

/// <summary>An alert as a mail of plain text in ASCII (RFC 5322, 2045, 2047). Names get into its subject and body only, and end no line there.</summary>
internal static class MailText
{
    /// <summary>UTF-8 bytes of an encoded word: a line with it and <c>Subject: </c> has 76 characters at most.</summary>
    private const int BytesOfWord = 39;

    private const int LongestSubject = 900;

    /// <exception cref="AlertNotDeliveredException">An address is none that a mail in ASCII can have.</exception>
    public static string Of(AlertPayload alert, MailRoute route, DateTimeOffset now)
    {
        var from = Plain(route.From);
        var mail = new StringBuilder();
        Line(mail, $"From: {from}");
        Line(mail, $"To: {string.Join(",\r\n ", route.To.Select(Plain))}");
        Line(mail, $"Subject: {Subject("TimerProbe: " + alert.Title)}");
        Line(mail, $"Date: {now.ToUniversalTime():ddd, dd MMM yyyy HH:mm:ss} +0000");
        Line(mail, $"Message-ID: <{alert.Id}@{from[(from.LastIndexOf('@') + 1)..]}>");
        Line(mail, $"X-TimerProbe-Id: {alert.Id}");
        Line(mail, $"Auto-Submitted: auto-generated");
        Line(mail, $"MIME-Version: 1.0");
        Line(mail, $"Content-Type: text/plain; charset=utf-8");
        Line(mail, $"Content-Transfer-Encoding: base64");
        Line(mail, $"");
        Line(mail, $"{Convert.ToBase64String(Encoding.UTF8.GetBytes(Body(alert)), Base64FormattingOptions.InsertLineBreaks)}");
        return mail.ToString();
    }

    /// <summary>An address in ASCII, its domain as the domain name system has it.</summary>
    /// <exception cref="AlertNotDeliveredException">There is no such form of it.</exception>
    public static string Plain(string address)
    {
        try
        {
            var parsed = new MailAddress(address);
            var plain = $"{parsed.User}@{(parsed.Host.StartsWith('[') ? parsed.Host : new IdnMapping().GetAscii(parsed.Host))}";
            return plain.All(letter => letter is > ' ' and < '\u007F') ? plain : throw new FormatException("it has letters that no address has");
        }
        catch (Exception wrong) when (wrong is FormatException or ArgumentException)
        {
            throw new AlertNotDeliveredException($"{address} cannot be written to: {wrong.Message}", wrong);
        }
    }

    private static string Subject(string text)
    {
        if (text.Length <= LongestSubject && text.All(letter => letter is >= ' ' and < '\u007F') && !text.Contains("=?", StringComparison.Ordinal))
        {
            return text;
        }

        var words = new List<string>();
        var word = new List<byte>();
        foreach (var rune in text.EnumerateRunes())
        {
            var bytes = new byte[rune.Utf8SequenceLength];
            rune.EncodeToUtf8(bytes);
            if (word.Count + bytes.Length > BytesOfWord)
            {
                words.Add(Word(word));
                word.Clear();
            }

            word.AddRange(bytes);
        }

        words.Add(Word(word));
        return string.Join("\r\n ", words);
    }

    private static string Word(List<byte> bytes) => $"=?utf-8?B?{Convert.ToBase64String([.. bytes])}?=";

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

    private static IEnumerable<(string Name, string? Value)> Facts(AlertPayload alert)
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
