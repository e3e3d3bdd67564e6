namespace TimerProbe.SqlServer.Connecting;

/// <summary>
/// How much a server may answer to one statement; docs/limits.md is the reference. What it is asked for takes some kilobytes.
/// </summary>
internal static class SqlAnswerLimits
{
    public const int Results = 100;

    public const int Columns = 100;

    public const int Rows = 10_000;

    public const int Characters = 4_000;

    public const int Sentence = 1_000;

    public const long Bytes = 8 << 20;

    /// <summary>
    /// Memory that a login may take, in bytes; some megabytes are usual. SqlClient does not count what comes before its end.
    /// </summary>
    public const long Login = 96 << 20;

    public static readonly TimeSpan Counting = TimeSpan.FromMilliseconds(50);
}
