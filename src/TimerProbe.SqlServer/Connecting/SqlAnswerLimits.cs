namespace TimerProbe.SqlServer.Connecting;

/// <summary>How much a server may answer to one statement; docs/limits.md is the reference. What it is asked for takes some kilobytes.</summary>
internal static class SqlAnswerLimits
{
    /// <summary>Results of one statement.</summary>
    public const int Results = 100;

    /// <summary>Columns of a result.</summary>
    public const int Columns = 100;

    /// <summary>Rows of all results of a statement.</summary>
    public const int Rows = 10_000;

    /// <summary>Characters that are kept of a text.</summary>
    public const int Characters = 4_000;

    /// <summary>Characters of the server's words in a sentence.</summary>
    public const int Sentence = 1_000;

    /// <summary>Bytes of an answer as they come.</summary>
    public const long Bytes = 8 << 20;

    /// <summary>Memory that a login may take, in bytes; some megabytes are usual. SqlClient does not count what comes before its end.</summary>
    public const long Login = 96 << 20;

    /// <summary>How often both are looked at.</summary>
    public static readonly TimeSpan Counting = TimeSpan.FromMilliseconds(50);
}
