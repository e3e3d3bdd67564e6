using TimerProbe.Core.Json;

namespace TimerProbe.Fleet.Alerts;

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
