namespace TimerProbe.Reporting.Reports;

/// <summary>A scan in two sentences, the same in all forms: the worst, in at most 100 characters, then the numbers.</summary>
public sealed class ScanSummary
{
    internal ScanSummary(ScanDocument document, MachineCounts counts)
    {
        Failed = [.. document.VCenters.Where(vcenter => vcenter.Status == ReadStatus.Failed).Select(vcenter => vcenter.Server)];
        (Headline, Severity) = GetHeadline(counts, Failed.Count, document.VCenters.Count);
        Brief = GetBrief(counts);
        Numbers = GetNumbers(
            counts,
            document.VCenters.Sum(vcenter => (long)vcenter.Templates),
            document.VCenters.Sum(vcenter => (long)vcenter.Agents),
            document.VCenters.Sum(vcenter => (long)vcenter.Frozen));
    }

    public string Headline { get; }

    public string Brief { get; }

    /// <summary>How severe that is; null when all is well.</summary>
    public Severity? Severity { get; }

    /// <summary>How many machines there are of each standing; empty without any. No name is in it.</summary>
    public string Numbers { get; }

    public IReadOnlyList<string> Failed { get; }

    private static (string Text, Severity? Severity) GetHeadline(MachineCounts counts, int failed, int asked)
    {
        var slow = counts.Slow + counts.ExpectedSlow;
        var ofRunning = $"of {Counted.Of(counts.Running, Noun.Vm.With("running"))}";
        return counts switch
        {
            _ when asked == 0 => ("NONE: no scan is in the store yet", Core.Advice.Severity.Info),
            _ when failed == asked => ("FAILED: no vCenter could be read", Core.Advice.Severity.Critical),
            { WrongTime: > 0 and var wrong } => (
                $"WRONG: {wrong:#,0} {ofRunning} {Counted.Agree(wrong)} expected to keep wrong time"
                    + (slow == 0 ? "" : $"; {slow:#,0} slow or expected to be"),
                counts.Slow > 0 ? Core.Advice.Severity.Critical : Core.Advice.Severity.Warning),
            { Slow: > 0 } => (
                $"SLOW: {counts.Slow:#,0} {ofRunning} {Counted.Agree(counts.Slow, "was", "were")} measured slow"
                    + (counts.ExpectedSlow == 0 ? "" : $", {counts.ExpectedSlow:#,0} more {Counted.Agree(counts.ExpectedSlow)} expected to be"),
                Core.Advice.Severity.Critical),
            { ExpectedSlow: > 0 } => (
                $"AWAY: {slow:#,0} {ofRunning} {Counted.Agree(slow)} expected to be slow: {Counted.Agree(slow, "its host does", "their hosts do")} not scale the TSC",
                Core.Advice.Severity.Warning),
            { Open: > 0 and var open } => (
                $"UNDECIDED: {open:#,0} {ofRunning} may be slow: whether {Counted.Agree(open, "its host scales", "their hosts scale")} the TSC is not known",
                Core.Advice.Severity.Warning),
            { Unknown: > 0 and var unknown } => (
                $"UNKNOWN: none is known to be slow; the original host of {unknown:#,0} {ofRunning} is not known",
                Core.Advice.Severity.Warning),
            { Unaffected: > 0 } => (
                $"FAST: {counts.Unaffected:#,0} {ofRunning} {Counted.Agree(counts.Unaffected)} away, and none is affected: the hosts scale the TSC",
                null),
            { Running: 0 } => ("NONE: no running VM was found", Core.Advice.Severity.Info),
            _ => ("HOME: every running VM is on a host with the frequency it was powered on at", null),
        };
    }

    private static string GetBrief(MachineCounts counts)
    {
        var running = Counted.Of(counts.Running, Noun.Vm.With("running"));
        var parts = new[]
        {
            Counted.Part(counts.WrongTime, "with wrong time"),
            Counted.Part(counts.Slow, "measured slow"),
            Counted.Part(counts.ExpectedSlow, "expected slow"),
            Counted.Part(counts.Open, "undecided"),
            Counted.Part(counts.Unaffected, "away and not affected"),
            Counted.Part(counts.Unknown, "unknown"),
        }.Where(part => part.Length > 0).ToList();
        return counts.Running == 0 ? "no running VM was found"
            : $"{running}: {(parts.Count == 0 ? "none away" : string.Join(", ", parts))}";
    }

    private static string GetNumbers(MachineCounts counts, long templates, long agents, long frozen)
    {
        if (counts.Total == 0)
        {
            return "";
        }

        var tiles = MachineTile.From(counts, counts.Measured).Where(tile => tile.Count > 0).Select(tile => tile.Brief);
        return string.Join(", ", tiles)
            + (counts.Measured > 0 ? $"; {counts.Measured:#,0} measured in the guest" : "")
            + (templates > 0 ? $"; {Counted.Of(templates, Noun.Template)} left out" : "")
            + (agents > 0 ? $"; {Counted.Of(agents, Noun.Agent)} of vSphere left out" : "")
            + (frozen > 0 ? $"; {Counted.Of(frozen, Noun.FrozenParent)} left out" : "");
    }
}
