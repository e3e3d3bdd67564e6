using System.Net.Mime;

namespace TimerProbe.Fleet.Alerts;

/// <summary>Mails reports, with the whole of each attached where there is one. They are saved and retried as alerts are.</summary>
/// <param name="whole">Makes the whole of a report as a page in UTF-8, or says why it is not there; nothing where none is wanted.</param>
public sealed class MailReportChannel(
    MailRoute route, Func<MailReport, CancellationToken, Task<(string? Says, byte[]? Page)>> whole) : IAlertChannel
{
    public string Name => MailReport.Digest;

    public async Task<string?> SendAsync(StoredAlert alert, CancellationToken cancellationToken)
    {
        var report = MailReport.Read(alert.Payload);
        var (says, page) = await whole(report, cancellationToken);
        string[] more = [.. new[] { says, report.Link is { } link ? $"Current state: {link}" : null }.OfType<string>()];
        MimeEntity body = new MultipartAlternative
        {
            MailText.Part("plain", Text(report, more)),
            MailText.Part("html", MailHtml.Create(report, more))
        };
        if (page is not null)
        {
            var day = report.At.UtcDateTime.ToString("yyyy-MM-dd");
            body = new Multipart("mixed") { body, Attachment($"timerprobe-{day}.html", page) };
        }

        using var mail = MailText.Create(alert.Id, report.Title, body, route);
        return await new MailTransfer(route).SendAsync(mail, cancellationToken);
    }

    private static MimePart Attachment(string name, byte[] page) => new(MediaTypeNames.Text.Html)
    {
        Content = new MimeContent(new MemoryStream(page)),
        ContentDisposition = new MimeKit.ContentDisposition(MimeKit.ContentDisposition.Attachment),
        ContentTransferEncoding = ContentEncoding.Base64,
        FileName = name,
    };

    private static string Text(MailReport report, IReadOnlyList<string> more)
    {
        var text = new StringBuilder();
        foreach (var section in report.Sections)
        {
            Line(section.Heading);
            Line(new string('-', section.Heading.Length));
            foreach (var line in section.Lines)
            {
                Line(line);
            }

            int[] widths = section.Table is [var titles, ..]
                ? [.. titles.Select((_, column) => section.Table.Max(row => PlainText.ShortLine(row[column]).Length))]
                : [];
            foreach (var row in section.Table)
            {
                Line(string.Join("  ", row.Select((cell, column) => PlainText.ShortLine(cell).PadRight(widths[column]))).TrimEnd());
            }

            Line("");
        }

        foreach (var line in more)
        {
            Line(line);
        }

        return text.ToString();

        void Line(string line) => text.Append(PlainText.OneLine(line)).Append("\r\n");
    }
}
