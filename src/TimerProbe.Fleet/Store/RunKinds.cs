namespace TimerProbe.Fleet.Store;

/// <summary>The kinds of runs, by the command that made them.</summary>
public static class RunKinds
{
    public const string Check = "check";

    public const string Sql = "sql";

    public const string Scan = "scan";

    public const string Watch = "watch";
}
