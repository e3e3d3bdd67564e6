namespace TimerProbe.Reporting.History;

/// <summary>What the parts of a line of time are called in its legend.</summary>
public static class TimelineLegend
{
    /// <summary>A kind of stretch.</summary>
    public static string NameOf(string stretch) => stretch switch
    {
        "home" => "at home",
        "unknown" => "home unknown",
        "off" => "off or suspended",
        "notConnected" => "not connected",
        "check" => "clock worth a look",
        "suspicious" => "clock suspicious",
        "healthy" => "clock fast",
        "slow" => "clock slow",
        "unclear" => "clock unclear",
        _ => stretch,
    };

    /// <summary>A kind of mark.</summary>
    public static string NameOf(MarkKind mark) => mark switch
    {
        MarkKind.Move => "move",
        MarkKind.Power => "power or snapshot",
        MarkKind.Setting => "setting or host frequency",
        MarkKind.Session => "new session of the guest",
        _ => "came or went",
    };
}
