namespace TimerProbe.Fleet.Alerts;

/// <summary>A scheduled report's first screen, and what the whole is made of; saved as made, so each attempt sends the same.</summary>
public sealed record MailReport
{
    public const string Digest = "digest";

    public required string Title { get; init; }

    public required DateTimeOffset DueAt { get; init; }

    public required DateTimeOffset At { get; init; }

    public required long LastChange { get; init; }

    public required IReadOnlyList<MailSection> Sections { get; init; }

    /// <summary>The scans, by vCenter and document, of which the whole report is made; empty where it is not attached.</summary>
    public IReadOnlyDictionary<string, Guid> Scans { get; init; } = new Dictionary<string, Guid>();

    /// <summary>Where the server shows more; null where that is not configured.</summary>
    public Uri? Link { get; init; }

    public string Write() => JsonSerializer.Serialize(this, AlertJson.Utc.MailReport);

    /// <summary>Reads a report.</summary>
    /// <exception cref="JsonException">The text is not a report.</exception>
    public static MailReport Read(string json) =>
        JsonSerializer.Deserialize(json, AlertJson.Utc.MailReport) ?? throw new JsonException("The report is empty.");
}

public sealed record MailSection(string Heading, IReadOnlyList<string> Lines, IReadOnlyList<IReadOnlyList<string>> Table);
