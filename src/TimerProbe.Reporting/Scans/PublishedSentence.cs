using TimerProbe.Core.Facts;

namespace TimerProbe.Reporting.Scans;

/// <summary>What guests published, in a sentence.</summary>
public static class PublishedSentence
{
    /// <summary>How many virtual machines published a result, and how many of the results do not count; empty when none did.</summary>
    public static string Of(PublishedResultsFacts? published)
    {
        if (published is null)
        {
            return "";
        }

        var others = string.Join(", ", new[]
        {
            Part(published.Stale, published.Stale == 1 ? "is stale" : "are stale"),
            Part(published.Superseded, published.Superseded == 1 ? "is older than a file" : "are older than a file"),
            Part(published.Refused.Count, "could not be believed"),
        }.Where(part => part.Length > 0));
        return $"{Counted.Of(published.Machines, "VM")} published a result{(others.Length == 0 ? "" : $": {Part(published.Counted, published.Counted == 1 ? "counts" : "count")}{(published.Counted == 0 ? "" : ", ")}{others}")}.";
    }

    private static string Part(int count, string what) => count == 0 ? "" : $"{Counted.Number(count)} {what}";
}
