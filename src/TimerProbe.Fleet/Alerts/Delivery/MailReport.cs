using System.Globalization;
using System.Net.Mime;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using MimeKit;

namespace TimerProbe.Fleet.Alerts;

/// <summary>
/// A report that is mailed on a schedule: its first screen, and of what the whole of it is
/// made. It is saved as it was made, so that each attempt sends the same.
/// </summary>
public sealed record MailReport
{
    /// <summary>What it is saved under in the store, as its kind and as the name of its channel.</summary>
    public const string Digest = "digest";

    private static readonly MailReportJson Context = new(
        new JsonSerializerOptions(MailReportJson.Default.Options) { Converters = { new UtcJsonConverter() } });

    /// <summary>Its subject, without names.</summary>
    public required string Title { get; init; }

    /// <summary>When it was due, by the store's clock.</summary>
    public required DateTimeOffset DueAt { get; init; }

    /// <summary>The time that it reports on, by the store's clock.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>The number of the last change that it knows of: the next report has later ones.</summary>
    public required long LastChange { get; init; }

    /// <summary>What it says.</summary>
    public required IReadOnlyList<MailSection> Sections { get; init; }

    /// <summary>The scans, by vCenter and document, of which the whole report is made; empty where it is not attached.</summary>
    public IReadOnlyList<MailedScan> Scans { get; init; } = [];

    /// <summary>Where the server shows more; null where that is not configured.</summary>
    public Uri? Link { get; init; }

    /// <summary>The report as JSON.</summary>
    public string Write() => JsonSerializer.Serialize(this, Context.MailReport);

    /// <summary>Reads a report.</summary>
    /// <exception cref="JsonException">The text is not a report.</exception>
    public static MailReport Read(string json) =>
        JsonSerializer.Deserialize(json, Context.MailReport) ?? throw new JsonException("The report is empty.");
}

/// <summary>A part of a report.</summary>
/// <param name="Heading">What it is about.</param>
/// <param name="Lines">Sentences; they may hold names.</param>
/// <param name="Table">Rows of cells, the first of titles; they may hold names. Empty for none.</param>
public sealed record MailSection(string Heading, IReadOnlyList<string> Lines, IReadOnlyList<IReadOnlyList<string>> Table);

/// <summary>A scan of which a report is made.</summary>
/// <param name="Server">The vCenter.</param>
/// <param name="DocumentId">The document of the scan.</param>
public sealed record MailedScan(string Server, Guid DocumentId);

/// <summary>The whole report, or why it is not there.</summary>
/// <param name="Says">What the report says of it, in a sentence.</param>
/// <param name="Page">The page as UTF-8; null where none is attached.</param>
public sealed record AttachedReport(string Says, byte[]? Page = null);

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, RespectNullableAnnotations = true, RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(MailReport))]
internal sealed partial class MailReportJson : JsonSerializerContext;

/// <summary>Mails reports, with the whole of each attached where there is one. They are saved and retried as alerts are.</summary>
public sealed class MailReportChannel(MailRoute route, Func<MailReport, CancellationToken, Task<AttachedReport?>> whole) : IAlertChannel
{
    /// <inheritdoc/>
    public string Name => MailReport.Digest;

    /// <inheritdoc/>
    public async Task<string?> SendAsync(StoredAlert alert, CancellationToken cancel)
    {
        var report = MailReport.Read(alert.Payload);
        var attached = await whole(report, cancel);
        string[] more = [.. new[] { attached?.Says, report.Link is { } link ? $"More, as it is now: {link}" : null }.OfType<string>()];
        MimeEntity body = new MultipartAlternative
        {
            MailText.Part("plain", Text(report, more)),
            MailText.Part("html", MailHtml.Create(report, more))
        };
        if (attached?.Page is { } page)
        {
            var day = report.At.UtcDateTime.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
            body = new Multipart("mixed") { body, Attachment($"timerprobe-{day}.html", page) };
        }

        using var mail = MailText.Create(alert.Id, report.Title, body, route);
        return await new MailTransfer(route).SendAsync(mail, cancel);
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
                ? [.. titles.Select((_, column) => section.Table.Max(row => SafeLine.Of(row[column]).Length))]
                : [];
            foreach (var row in section.Table)
            {
                Line(string.Join("  ", row.Select((cell, column) => SafeLine.Of(cell).PadRight(widths[column]))).TrimEnd());
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

    /// <summary>A text in ASCII, which every server takes.</summary>
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
                Line(text, $"{name}: {SafeLine.Of(value)}");
            }
        }

        if (alert.Count > 1)
        {
            Line(text, $"");
            foreach (var subject in alert.Subjects)
            {
                Line(text, $"- {SafeLine.Of(subject.Name)}");
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
            "Last read", alert.LastSuccessAt?.ToUniversalTime().ToString("yyyy-MM-dd HH:mm:ss 'UTC'", CultureInfo.InvariantCulture));
        yield return ("More", alert.Link);
    }

    private static void Line(StringBuilder text, FormattableString line) =>
        text.Append(line.ToString(CultureInfo.InvariantCulture)).Append("\r\n");
}
