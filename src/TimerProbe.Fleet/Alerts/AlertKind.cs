using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json.Serialization;

namespace TimerProbe.Fleet.Alerts;

/// <summary>What an alert is about.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<AlertKind>))]
public enum AlertKind
{
    WentAway,

    FoundAway,

    CameHome,

    TurnedSlow,

    NoLongerSlow,

    ScanFailed,

    ScanPartial,

    ScanRecovered,

    NotAnswering,

    AnswersAgain,

    /// <summary>A guest's watch has said nothing for two hours, and not that it ends.</summary>
    WatchSilent,

    WatchResumed,
}

/// <summary>Tells alerts from each other: SHA-256 over what they are made of, so that the same facts make the same id.</summary>
public static class AlertId
{
    public static string OfReport(DateTimeOffset dueAt) => Create("digest", Milliseconds(dueAt));

    internal static string Create(AlertKind kind, FleetChange change) => Create(
        kind.ToDocumentName(),
        change.Server,
        change.Subject.ToDocumentName(),
        change.Id ?? change.Name,
        Milliseconds(change.At),
        change.Later);

    internal static string Create(AlertKind kind, IEnumerable<FleetChange> changes) =>
        Create(["many", .. changes.Select(change => Create(kind, change)).Order(StringComparer.Ordinal)]);

    internal static string Create(AlertKind kind, TargetHealth target) =>
        Create(kind.ToDocumentName(), target.Server, Milliseconds(target.LastTriedAt));

    // The length before each part, so that no name can be made that looks like two parts.
    private static string Create(params IEnumerable<string?> parts)
    {
        var text = new StringBuilder();
        foreach (var part in parts)
        {
            text.Append(CultureInfo.InvariantCulture, $"{part?.Length ?? -1}:{part}");
        }

        return Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text.ToString())));
    }

    private static string Milliseconds(DateTimeOffset time) => time.ToUnixTimeMilliseconds().ToString();
}
