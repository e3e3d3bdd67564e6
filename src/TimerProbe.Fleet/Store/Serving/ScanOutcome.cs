namespace TimerProbe.Fleet.Store;

/// <summary>What became of a scan.</summary>
/// <param name="DocumentId">The document that it is saved as; null where there is none.</param>
/// <param name="Problem">What went wrong, without secrets; null for nothing.</param>
public sealed record ScanOutcome(string Result, Guid? DocumentId = null, string? Problem = null)
{
    public const string Complete = "complete";

    public const string Partial = "partial";

    public const string Failed = "failed";

    public const string Held = "held";

    public const string GivenUp = "givenUp";
}
