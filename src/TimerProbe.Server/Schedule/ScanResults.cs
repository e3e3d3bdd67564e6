namespace TimerProbe.Server.Schedule;

/// <summary>What became of a scan, as the store keeps it.</summary>
internal static class ScanResults
{
    public const string Complete = "complete";

    /// <summary>It is kept, and something could not be read, or was taken over by another scan.</summary>
    public const string Partial = "partial";

    /// <summary>Nothing was read, or it could not be kept.</summary>
    public const string Failed = "failed";

    public const string Held = "held";

    /// <summary>It was given up because its node ended: another node begins it anew.</summary>
    public const string GivenUp = "givenUp";

    public static IReadOnlyList<string> All { get; } = [Complete, Partial, Failed, Held, GivenUp];
}
