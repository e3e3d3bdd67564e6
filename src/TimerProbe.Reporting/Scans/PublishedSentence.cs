using TimerProbe.Core.Facts;

namespace TimerProbe.Reporting.Scans;

/// <summary>What guests published, in a sentence.</summary>
public static class PublishedSentence
{
    /// <summary>How many virtual machines published a result, and how many of the results do not count; empty when none did.</summary>
    public static string Format(PublishedResultsFacts? published)
    {
        if (published is null)
        {
            return "";
        }

        var others = string.Join(", ", new[]
        {
            Counted.Part(published.Stale, published.Stale == 1 ? "is stale" : "are stale"),
            Counted.Part(published.Superseded, published.Superseded == 1 ? "is older than a file" : "are older than a file"),
            Counted.Part(published.Refused.Count, "could not be believed"),
        }.Where(part => part.Length > 0));
        return $"{Counted.Of(published.Machines, "VM")} published a result{(others.Length == 0 ? "" : $": {Counted.Part(published.Counted, published.Counted == 1 ? "counts" : "count")}{(published.Counted == 0 ? "" : ", ")}{others}")}.";
    }
}
