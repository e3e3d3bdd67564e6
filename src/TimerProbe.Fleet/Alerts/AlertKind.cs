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
