using System.Text.Json;
using System.Text.Json.Serialization;

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
