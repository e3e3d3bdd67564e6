using TimerProbe.Core.Documents;

namespace TimerProbe.Reporting.Scans;

/// <summary>What a configuration accepts of what could not be read, in sentences.</summary>
internal static class KnownGapSummary
{
    /// <summary>A sentence for each reason and day, and for each known gap that is no longer accepted.</summary>
    public static IReadOnlyList<string> Of(ScanDocument document) =>
    [
        .. document.VCenters
            .SelectMany(vcenter => vcenter.KnownGaps?.Accepted ?? [])
            .GroupBy(gap => (gap.Reason, gap.Expires))
            .Select(group => $"{Counted.Of(group.Count(), "known gap")} accepted until {Times.Day(group.Key.Expires)}: {group.Key.Reason}"),
        .. document.VCenters
            .SelectMany(vcenter => vcenter.KnownGaps?.Expired ?? [])
            .Select(gap => $"{gap.Subject} has not been accepted as a known gap since {Times.Day(gap.Expires)}: {gap.Reason}"),
    ];
}
