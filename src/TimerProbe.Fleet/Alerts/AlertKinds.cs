namespace TimerProbe.Fleet.Alerts;

/// <summary>What kinds of alerts mean.</summary>
internal static class AlertKinds
{
    /// <summary>Whether it tells of an end of trouble.</summary>
    public static bool IsGood(this AlertKind kind) =>
        kind is AlertKind.CameHome or AlertKind.NoLongerSlow or AlertKind.ScanRecovered or AlertKind.AnswersAgain;
}
