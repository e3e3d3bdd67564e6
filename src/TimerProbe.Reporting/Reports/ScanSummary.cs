namespace TimerProbe.Reporting.Reports;

/// <summary>A scan in two sentences: the worst there is to say, then the numbers.</summary>
public sealed class ScanSummary
{
    internal ScanSummary(ScanDocument document, MachineCounts counts)
    {
        Failed = [.. document.VCenters.Where(vcenter => vcenter.Status == ReadStatus.Failed).Select(vcenter => vcenter.Server)];
        (Headline, Severity) = GetHeadline(counts, Failed.Count, document.VCenters.Count);
        Brief = GetBrief(counts);
        Numbers = GetNumbers(
            counts, document.VCenters.Sum(vcenter => (long)vcenter.Templates), document.VCenters.Sum(vcenter => (long)vcenter.Agents));
    }

    public string Headline { get; }

    public string Sentence =>
        Headline[(Headline.IndexOf(':', StringComparison.Ordinal) + 2)..] is [var first, .. var rest]
            ? char.ToUpperInvariant(first) + rest
            : "";

    public string Brief { get; }

    /// <summary>How severe that is; null when all is well.</summary>
    public Severity? Severity { get; }

    /// <summary>How many machines there are of each placement; empty without any. No name is in it.</summary>
    public string Numbers { get; }

    public IReadOnlyList<string> Failed { get; }

    private static (string Text, Severity? Severity) GetHeadline(MachineCounts counts, int failed, int asked)
    {
        var ofRunning = $"of {Counted.Of(counts.Running, "running VM")}";
        return counts switch
        {
            _ when asked == 0 => ("NONE: no scan is in the store yet", Core.Advice.Severity.Info),
            _ when failed == asked => ("FAILED: no vCenter could be read", Core.Advice.Severity.Critical),
            { WrongTime: > 0 } => (
                $"WRONG: {counts.WrongTime:#,0} {ofRunning} {Counted.Agree(counts.WrongTime)} expected to keep wrong time, by the raw TSC of a host with a different frequency"
                    + Rest(counts, slow: true, expected: true),
                counts.Slow > 0 ? Core.Advice.Severity.Critical : Core.Advice.Severity.Warning),
            { Slow: > 0 } => (
                $"SLOW: {counts.Slow:#,0} {ofRunning} {Counted.Agree(counts.Slow, "was", "were")} measured slow"
                    + Rest(counts, expected: true),
                Core.Advice.Severity.Critical),
            { ExpectedSlow: > 0 } => (
                $"AWAY: {counts.ExpectedSlow:#,0} {ofRunning} {Counted.Agree(counts.ExpectedSlow)} expected to be slow, away on {Counted.Agree(counts.ExpectedSlow, "a host that does", "hosts that do")} not scale the TSC{GetCertainty(counts.ExpectedSlow, counts.ExpectedSlowInferred)}"
                    + Rest(counts),
                Core.Advice.Severity.Warning),
            { Open: > 0 } => (
                $"OPEN: {counts.Open:#,0} {ofRunning} {Counted.Agree(counts.Open)} away where it is open whether the host scales the TSC{GetCertainty(counts.Open, counts.OpenInferred)}"
                    + Rest(counts, open: false),
                Core.Advice.Severity.Warning),
            { Unknown: > 0 } => (
                $"UNKNOWN: no VM is known to be slow, but the original frequency of {counts.Unknown:#,0} {ofRunning} is not known"
                    + Rest(counts),
                Core.Advice.Severity.Warning),
            { Unaffected: > 0 } => (
                $"FAST: {counts.Unaffected:#,0} {ofRunning} {Counted.Agree(counts.Unaffected)} away, and none is affected: the hosts scale the TSC",
                null),
            { Running: 0 } => ("NONE: no running VM was found", Core.Advice.Severity.Info),
            _ => ("HOME: every running VM is on a host with the frequency it was powered on at", null),
        };
    }

    private static string Rest(MachineCounts counts, bool slow = false, bool expected = false, bool open = true)
    {
        var parts = Parts(counts, slow, expected, open).ToList();
        return parts.Count == 0 ? "" : "; " + string.Join(", ", parts);
    }

    private static IEnumerable<string> Parts(MachineCounts counts, bool slow, bool expected, bool open) => new[]
    {
        slow ? Counted.Part(counts.Slow, "measured slow") : "",
        expected && counts.ExpectedSlow > 0
            ? Counted.Part(counts.ExpectedSlow, "expected slow") + GetCertainty(counts.ExpectedSlow, counts.ExpectedSlowInferred)
            : "",
        open && counts.Open > 0 ? Counted.Part(counts.Open, "to settle") + GetCertainty(counts.Open, counts.OpenInferred) : "",
        Counted.Part(counts.Unaffected, "away and not affected"),
    }.Where(part => part.Length > 0);

    private static string GetBrief(MachineCounts counts)
    {
        var running = Counted.Of(counts.Running, "running VM");
        var parts = Parts(counts, slow: true, expected: true, open: true)
            .Prepend(Counted.Part(counts.WrongTime, "with wrong time"))
            .Append(Counted.Part(counts.Unknown, "unknown"))
            .Where(part => part.Length > 0)
            .ToList();
        return counts.Running == 0 ? "no running VM was found"
            : $"{running}: {(parts.Count == 0 ? "none away" : string.Join(", ", parts))}";
    }

    private static string GetCertainty(int count, int inferred) => inferred == 0 ? ""
        : $" ({(count == inferred ? "" : $"{Counted.Number(count - inferred)} certain, ")}{inferred:#,0} inferred)";

    private static string GetInferred(MachineCounts counts, Placement placement) =>
        counts.GetInferred(placement) is var inferred and > 0 ? $" ({inferred:#,0} inferred)" : "";

    private static string GetNumbers(MachineCounts counts, long templates, long agents)
    {
        if (counts.Total == 0)
        {
            return "";
        }

        var placed = Enum.GetValues<Placement>()
            .Where(placement => counts.From(placement) > 0)
            .Select(placement => $"{counts.From(placement):#,0} {placement.ToDocumentName()}{GetInferred(counts, placement)}");
        return string.Join(", ", placed)
            + (counts.Measured > 0 ? $"; {counts.Measured:#,0} measured inside" : "")
            + (templates > 0 ? $"; {Counted.Of(templates, "template")} left out" : "")
            + (agents > 0 ? $"; {Counted.Of(agents, "agent")} of vSphere left out" : "");
    }
}
