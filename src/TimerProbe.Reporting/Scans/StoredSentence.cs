using TimerProbe.Core.Facts;

namespace TimerProbe.Reporting.Scans;

/// <summary>What became of the checks of a store, in a sentence.</summary>
public static class StoredSentence
{
    /// <summary>Of how many guests the store has a check, and how many of the checks do not count; empty without a store.</summary>
    public static string Format(StoredResultsFacts? stored)
    {
        if (stored is null)
        {
            return "";
        }

        var parts = string.Join(", ", new[]
        {
            Counted.Part(stored.Counted, stored.Counted == 1 ? "counts" : "count"),
            Counted.Part(stored.Stale, stored.Stale == 1 ? "is stale" : "are stale"),
            Counted.Part(stored.Superseded, stored.Superseded == 1 ? "has another result that counts" : "have another result that counts"),
            Counted.Part(stored.Unmatched, stored.Unmatched == 1 ? "is of no VM of this scan" : "are of no VM of this scan"),
        }.Where(part => part.Length > 0));
        return $"The store has a check of {Counted.Of(stored.Results, "guest")}: {parts}.";
    }
}
