using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Core.Placement;
using static System.FormattableString;

namespace TimerProbe.Reporting.Scans;

/// <summary>A scan in two sentences: the worst there is to say, then the numbers.</summary>
public sealed class ScanSummary
{
    /// <param name="failed">The vCenters of which nothing is known.</param>
    /// <param name="asked">How many were asked.</param>
    /// <param name="counts">The machines of all.</param>
    /// <param name="templates">How many templates were left out.</param>
    public ScanSummary(IReadOnlyList<string> failed, int asked, MachineCounts counts, int templates)
    {
        Failed = failed;
        (Headline, Severity) = HeadlineOf(counts, failed.Count, asked);
        Brief = BriefOf(counts);
        Numbers = NumbersOf(counts, templates);
    }

    internal ScanSummary(ScanDocument document, MachineCounts counts)
        : this(
            [.. document.VCenters.Where(vcenter => vcenter.Status == ReadStatus.Failed).Select(vcenter => vcenter.Server)],
            document.VCenters.Count,
            counts,
            document.VCenters.Sum(vcenter => vcenter.Templates))
    {
    }

    /// <summary>The worst, begun by one word in capitals: WRONG, SLOW, AWAY, UNKNOWN, HOME, NONE or FAILED. No name is in it.</summary>
    public string Headline { get; }

    /// <summary>The headline without its word, as a sentence begins; without its full stop. No name is in it.</summary>
    public string Sentence =>
        Headline[(Headline.IndexOf(':', StringComparison.Ordinal) + 2)..] is [var first, .. var rest]
            ? char.ToUpperInvariant(first) + rest
            : "";

    /// <summary>The headline in a few words, for a line that names the report. No name is in it.</summary>
    public string Brief { get; }

    /// <summary>How severe that is; null when all is well.</summary>
    public Severity? Severity { get; }

    /// <summary>How many machines there are of each placement; empty without any. No name is in it.</summary>
    public string Numbers { get; }

    /// <summary>The vCenters of which nothing is known, as they were given.</summary>
    public IReadOnlyList<string> Failed { get; }

    private static (string Text, Severity? Severity) HeadlineOf(MachineCounts counts, int failed, int asked)
    {
        var ofRunning = $"of {Counted.Of(counts.Running, "running VM")}";
        var away = Invariant($"{counts.Away:#,0} {(counts.Away == 1 ? "is" : "are")} away from {(counts.Away == 1 ? "its" : "their")} original frequency{CertaintyOf(counts)}");
        var slow = Invariant($"{counts.Slow:#,0} {(counts.Slow == 1 ? "was" : "were")} measured slow; ");
        return counts switch
        {
            _ when asked == 0 => ("NONE: no scan is in the store yet", Core.Advice.Severity.Info),
            _ when failed == asked => ("FAILED: no vCenter could be read", Core.Advice.Severity.Critical),
            { WrongTime: > 0 } => (
                Invariant($"WRONG: {counts.WrongTime:#,0} {ofRunning} {(counts.WrongTime == 1 ? "is" : "are")} expected to keep wrong time, by the raw TSC of a host with a different frequency; ")
                    + (counts.Slow == 0 ? "" : slow) + away,
                counts.Slow > 0 ? Core.Advice.Severity.Critical : Core.Advice.Severity.Warning),
            { Slow: > 0 } => (
                Invariant($"SLOW: {counts.Slow:#,0} {ofRunning} {(counts.Slow == 1 ? "was" : "were")} measured slow; {away}"),
                Core.Advice.Severity.Critical),
            { Away: > 0 } => (
                Invariant($"AWAY: {counts.Away:#,0} {ofRunning} {(counts.Away == 1 ? "is" : "are")} away from {(counts.Away == 1 ? "its" : "their")} original frequency{CertaintyOf(counts)}"),
                Core.Advice.Severity.Warning),
            { Unknown: > 0 } => (
                Invariant($"UNKNOWN: no VM is known to be away, but the original frequency of {counts.Unknown:#,0} {ofRunning} is not known"),
                Core.Advice.Severity.Warning),
            { Running: 0 } => ("NONE: no running VM was found", Core.Advice.Severity.Info),
            _ => ("HOME: every running VM is on a host with the frequency it was powered on at", null),
        };
    }

    private static string BriefOf(MachineCounts counts)
    {
        var running = Counted.Of(counts.Running, "running VM");
        var wrong = counts.WrongTime > 0 ? $", {Counted.Number(counts.WrongTime)} with wrong time" : "";
        var slow = counts.Slow > 0 ? $", {Counted.Number(counts.Slow)} measured slow" : "";
        return counts switch
        {
            { Running: 0 } => "no running VM was found",
            { Away: > 0 } or { Slow: > 0 } =>
                $"{Counted.Number(counts.Away)} of {running} {(counts.Away == 1 ? "is" : "are")} away{CertaintyOf(counts)}{wrong}{slow}",
            { Unknown: > 0 } => $"none of {running} is known to be away, {Counted.Number(counts.Unknown)} unknown",
            _ => $"{running}, none away",
        };
    }

    private static string CertaintyOf(MachineCounts counts) => counts.AwayInferred == 0 ? ""
        : Invariant($" ({(counts.Away == counts.AwayInferred ? "" : $"{Counted.Number(counts.Away - counts.AwayInferred)} certain, ")}{counts.AwayInferred:#,0} inferred)");

    private static string InferredOf(MachineCounts counts, Placement placement) =>
        counts.InferredOf(placement) is var inferred and > 0 ? Invariant($" ({inferred:#,0} inferred)") : "";

    private static string NumbersOf(MachineCounts counts, int templates)
    {
        if (counts.Total == 0)
        {
            return "";
        }

        var placed = Enum.GetValues<Placement>()
            .Where(placement => counts.From(placement) > 0)
            .Select(placement => Invariant($"{counts.From(placement):#,0} {placement.ToDocumentName()}{InferredOf(counts, placement)}"));
        return string.Join(", ", placed)
            + (counts.Measured > 0 ? Invariant($"; {counts.Measured:#,0} measured inside") : "")
            + (templates > 0 ? $"; {Counted.Of(templates, "template")} left out" : "");
    }
}

/// <summary>Running machines whose home is unknown: why, and what would settle it. No name is in it.</summary>
/// <param name="Count">How many there are.</param>
/// <param name="Running">Of how many that are powered on.</param>
/// <param name="Reasons">The most frequent reasons, with how many there are of each.</param>
/// <param name="WithOtherReasons">How many have another reason.</param>
/// <param name="Remedies">What would settle how many, in the order of the effort.</param>
public sealed record UnknownHomes(
    int Count,
    int Running,
    IReadOnlyList<(string Reason, int Count)> Reasons,
    int WithOtherReasons,
    IReadOnlyList<(string Action, int Count)> Remedies)
{
    private const int MostReasons = 3;

    /// <summary>Whether they are so many that the first screen has to say it: a tenth of those that run.</summary>
    public bool AreMany => 10 * Count >= Running;

    internal static UnknownHomes? From(ScanDocument document)
    {
        var machines = document.VCenters.SelectMany(vcenter => vcenter.VirtualMachines);
        var running = machines.Where(machine => machine.Placement != Placement.Off).ToList();
        var reasons = running.Where(machine => machine.Placement == Placement.Unknown)
            .CountBy(machine => machine.UnknownReason ?? "no reason given", StringComparer.Ordinal)
            .Select(reason => (Reason: reason.Key, Count: reason.Value))
            .OrderByDescending(reason => reason.Count)
            .ThenBy(reason => reason.Reason, StringComparer.Ordinal)
            .ToList();
        if (reasons.Count == 0)
        {
            return null;
        }

        var count = reasons.Sum(reason => reason.Count);
        // Where statistics were asked for, the reason goes on with what they told.
        var notAsked = reasons.Where(reason => reason.Reason == HomeFinder.NoEvent).Sum(reason => reason.Count);
        IEnumerable<(string Action, int Count)> remedies =
        [
            ("settled by vCenter's CPU statistics: scan without --no-statistics", notAsked),
            ("settled by their vmware.log files (expected): --vm-logs FOLDER", count),
            ("settled by check --publish in the guests, by group policy or cron", count),
            ("settled from the next power-on: CPU statistics, events kept longer, --save", CountOf(reasons, HomeFinder.NoEvent)),
        ];
        return new UnknownHomes(
            count,
            running.Count,
            [.. reasons.Take(MostReasons)],
            reasons.Skip(MostReasons).Sum(reason => reason.Count),
            [.. remedies.Where(remedy => remedy.Count > 0)]);
    }

    private static int CountOf(IEnumerable<(string Reason, int Count)> reasons, string start) =>
        reasons.Where(reason => reason.Reason.StartsWith(start, StringComparison.Ordinal)).Sum(reason => reason.Count);
}
