using System.Text.Json.Serialization;
using TimerProbe.Core.Json;

namespace TimerProbe.Fleet.Alerts;

/// <summary>What an alert tells of.</summary>
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
}

/// <summary>What kinds of alerts mean.</summary>
public static class AlertKinds
{
    /// <summary>Whether it tells of an end of trouble.</summary>
    public static bool IsGood(this AlertKind kind) =>
        kind is AlertKind.CameHome or AlertKind.NoLongerSlow or AlertKind.ScanRecovered or AlertKind.AnswersAgain;

    /// <summary>The same of a kind as it is kept; of one that this version does not know it is not known, and false.</summary>
    public static bool IsGood(string kind) =>
        Array.Exists(Enum.GetValues<AlertKind>(), known => known.ToDocumentName() == kind && known.IsGood());
}
