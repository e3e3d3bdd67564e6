using System.ComponentModel.DataAnnotations;

namespace TimerProbe.Fleet.Alerts;

/// <summary>
/// What a receiver of alerts gets. Members and kinds are only ever added within version 1: receivers pass over those they do not
/// know. A member whose value is unavailable is present and null. Names are as their owners chose them, with any characters.
/// </summary>
public sealed record AlertPayload
{
    /// <summary>The name and version of this form.</summary>
    public const string SchemaName = "timerprobe.alert/1";

    /// <summary>How many subjects are listed by name.</summary>
    public const int MaxSubjects = 20;

    private static readonly AlertKind[] EndsOfTrouble =
        [AlertKind.CameHome, AlertKind.NoLongerSlow, AlertKind.ScanRecovered, AlertKind.AnswersAgain, AlertKind.WatchResumed];

    /// <summary>The name and version of this form.</summary>
    public string Schema { get; init; } = SchemaName;

    /// <summary>
    /// The same for each attempt, on each channel, and whenever the alert is made of the same facts: drop what was seen before.
    /// </summary>
    [RegularExpression("^[0-9a-f]{64}$")]
    public required string Id { get; init; }

    /// <summary>What it is about.</summary>
    public required AlertKind Kind { get; init; }

    /// <summary>When it happened, ISO 8601 in UTC; of several the latest.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>Whether that is when it happened, and not when it was first seen.</summary>
    public bool IsExact { get; init; }

    /// <summary>Whether nothing happened, and it only tries whether alerts arrive.</summary>
    public bool IsTest { get; init; }

    /// <summary>It in a sentence without control characters.</summary>
    public required string Title { get; init; }

    /// <summary>The vCenter by the name it is asked by; null for a guest that measured itself.</summary>
    public string? Server { get; init; }

    /// <summary>How many subjects it happened to.</summary>
    public required int Count { get; init; }

    /// <summary>The subjects that it happened to, the first 20 by name; empty where it is the vCenter itself.</summary>
    public IReadOnlyList<AlertSubject> Subjects { get; init => field = value ?? []; } = [];

    /// <summary>How often in a row the vCenter was not read; null for machines.</summary>
    public int? Failures { get; init; }

    /// <summary>When the vCenter was last read; null for machines, and when it never was.</summary>
    public DateTimeOffset? LastSuccessAt { get; init; }

    /// <summary>What is wrong with the vCenter; null for machines and when nothing is.</summary>
    public string? Problem { get; init; }

    /// <summary>
    /// The address of the server's page that shows it; null where the configuration does not say where people reach the server.
    /// </summary>
    public string? Link { get; init; }

    public string PagePath() => this switch
    {
        { Count: 1, Subjects: [var one] } => $"/machines?text={Uri.EscapeDataString(one.Name)}{Of(Server)}",
        { Subjects.Count: > 0 } => $"/machines{Of(Server).Replace('&', '?')}",
        _ => "/scans",
    };

    public string Write() => JsonSerializer.Serialize(this, AlertJson.Utc.AlertPayload);

    /// <summary>Reads an alert.</summary>
    /// <exception cref="JsonException">The text is no alert.</exception>
    public static AlertPayload Read(string json) =>
        JsonSerializer.Deserialize(json, AlertJson.Utc.AlertPayload) is { } alert && !alert.Subjects.Contains(null!)
            ? alert
            : throw new JsonException("The alert, or a subject of it, is empty.");

    public static bool IsGood(string kind) => Array.Exists(EndsOfTrouble, known => known.ToDocumentName() == kind);

    private static string Of(string? vcenter) => vcenter is null ? "" : $"&vcenter={Uri.EscapeDataString(vcenter)}";
}

/// <summary>A machine that an alert is about.</summary>
/// <param name="Type">What it is: <c>virtualMachine</c>, <c>guest</c> or <c>sqlServer</c>.</param>
/// <param name="Id">Its managed object id; null for a guest that measured itself.</param>
/// <param name="Name">Its name.</param>
/// <param name="Cluster">Its cluster.</param>
/// <param name="Earlier">How it was: home, off, unknown or away; for a verdict healthy, check, suspicious, slow or unclear.</param>
/// <param name="Later">How it is.</param>
/// <param name="Cause">Why its clock is slow, where that is known.</param>
public sealed record AlertSubject(string Type, string? Id, string Name, string? Cluster, string? Earlier, string? Later, string? Cause);

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, RespectNullableAnnotations = true, RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(AlertPayload))]
[JsonSerializable(typeof(MailReport))]
internal sealed partial class AlertJson : JsonSerializerContext
{
    public static AlertJson Utc => field ??= new(new JsonSerializerOptions(Default.Options) { Converters = { new UtcJsonConverter() } });
}
