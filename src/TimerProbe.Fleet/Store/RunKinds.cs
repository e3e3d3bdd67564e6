namespace TimerProbe.Fleet.Store;

/// <summary>The kinds of runs, by the command that made them.</summary>
public static class RunKinds
{
    /// <summary><c>timerprobe check</c>.</summary>
    public const string Check = "check";

    /// <summary><c>timerprobe sql</c>.</summary>
    public const string Sql = "sql";

    /// <summary><c>timerprobe scan</c>.</summary>
    public const string Scan = "scan";

    /// <summary><c>timerprobe watch</c>, whose results have no document.</summary>
    public const string Watch = "watch";
}
