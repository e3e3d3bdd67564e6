using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json.Serialization;

namespace TimerProbe.Fleet.Alerts;

/// <summary>What an alert is about.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<AlertKind>))]
public enum AlertKind
{
    /// <summary>A machine that was at home, or off, is on a host with a different frequency.</summary>
    WentAway,

    /// <summary>A machine whose home was not known turns out to be on a host with a different frequency.</summary>
    FoundAway,

    /// <summary>A machine that was away is at home.</summary>
    CameHome,

    /// <summary>The clock inside a guest is judged slow.</summary>
    TurnedSlow,

    /// <summary>The clock inside a guest was judged slow and is no longer.</summary>
    NoLongerSlow,

    /// <summary>A vCenter could not be read that could be before.</summary>
    ScanFailed,

    /// <summary>A vCenter could be read in part only that could be read in full before.</summary>
    ScanPartial,

    /// <summary>A vCenter could be read in full that could not be before.</summary>
    ScanRecovered,

    /// <summary>A vCenter has not been read for as many scans as the configuration says.</summary>
    NotAnswering,

    /// <summary>A vCenter that was not read for so long is read again.</summary>
    AnswersAgain,

    /// <summary>A guest's watch has said nothing for two hours, and not that it ends.</summary>
    WatchSilent,

    /// <summary>A guest's watch that was silent is heard again, or says that it ends.</summary>
    WatchResumed,
}

/// <summary>Tells alerts from each other: SHA-256 over what they are made of, so that the same facts make the same id.</summary>
public static class AlertId
{
    /// <summary>The id of a report that was due at a time.</summary>
    public static string OfReport(DateTimeOffset dueAt) => Create("digest", Milliseconds(dueAt));

    internal static string Create(AlertKind kind, FleetChange change) => Create(
        kind.ToDocumentName(),
        change.Server,
        change.Subject.ToDocumentName(),
        change.Id ?? change.Name,
        Milliseconds(change.At),
        change.Later);

    /// <summary>The id of an alert of several changes; their order does not matter.</summary>
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
