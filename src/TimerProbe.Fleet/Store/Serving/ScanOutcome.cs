namespace TimerProbe.Fleet.Store;

/// <summary>What became of a scan.</summary>
/// <param name="Result">In a word: one of the constants.</param>
/// <param name="DocumentId">The document that it is saved as; null where there is none.</param>
/// <param name="Problem">What went wrong, without secrets; null for nothing.</param>
public sealed record ScanOutcome(string Result, Guid? DocumentId = null, string? Problem = null)
{
    /// <summary>It is saved.</summary>
    public const string Complete = "complete";

    /// <summary>It is saved, and something could not be read, or was taken over by another scan.</summary>
    public const string Partial = "partial";

    /// <summary>Nothing was read, or it could not be saved.</summary>
    public const string Failed = "failed";

    /// <summary>Another scan held the vCenter, or another process served the store.</summary>
    public const string Held = "held";

    /// <summary>Its node ended: another node begins it anew.</summary>
    public const string GivenUp = "givenUp";
}
