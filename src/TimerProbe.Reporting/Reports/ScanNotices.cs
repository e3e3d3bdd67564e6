using static System.FormattableString;

namespace TimerProbe.Reporting.Reports;

/// <summary>Something that could not be read.</summary>
/// <param name="VCenter">The vCenter it is about; null for the store, or a file of a guest's result.</param>
public sealed record MissingPart(VCenterFacts? VCenter, string Says, bool IsWhole, bool IsAccepted = false)
{
    internal static IReadOnlyList<MissingPart> Of(ScanDocument document) =>
    [
        .. document.VCenters.SelectMany(vcenter => vcenter.Problems.Select((problem, index) => new MissingPart(
            vcenter,
            problem,
            index == 0 && vcenter.Status == ReadStatus.Failed,
            vcenter.KnownGaps?.Accepted.Any(gap => gap.Problem == index) ?? false))),
        .. (document.Problems ?? []).Select(problem => new MissingPart(VCenter: null, problem, IsWhole: false)),
        .. (document.GuestResults?.Problems ?? []).Select(problem => new MissingPart(VCenter: null, problem, IsWhole: false)),
    ];
}

/// <summary>What a scan was limited to.</summary>
/// <param name="Server">The vCenter it was limited at; null for all.</param>
/// <param name="Filters">What kind of thing had to have which names, as patterns; at least one.</param>
public sealed record ScanLimit(string? Server, IReadOnlyList<(string Kind, IReadOnlyList<string> Names)> Filters)
{
    public string Sentence(Func<string, string> name) =>
        $"Only what {(Server is null ? "" : $"of {name(Server)} ")}matches was looked at: {string.Join("; ", Filters.Select(filter => $"{filter.Kind} {string.Join(" or ", filter.Names.Select(name))}"))}";

    internal static IReadOnlyList<ScanLimit> Of(ScanDocument document) =>
        [.. document.VCenters.Select(vcenter => Of(vcenter.Server, vcenter.Scope))
            .Prepend(Of(server: null, document.Scope))
            .OfType<ScanLimit>()];

    private static ScanLimit? Of(string? server, ScanScope? scope)
    {
        (string Kind, IReadOnlyList<string> Names)[] filters = scope is null
            ? []
            : [("datacenter", scope.Datacenters), ("cluster", scope.Clusters), ("folder", scope.Folders), ("name", scope.Names)];
        return Array.FindAll(filters, filter => filter.Names.Count > 0) is { Length: > 0 } set ? new ScanLimit(server, set) : null;
    }
}

/// <summary>What became of the results that guests published and of the checks of a store, in a sentence.</summary>
public static class GuestResultText
{
    /// <summary>How many virtual machines published a result, and how many of the results do not count; empty when none did.</summary>
    public static string Published(PublishedResultsFacts? published)
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

    /// <summary>How many guests the store has a check of, and how many of the checks do not count; empty without a store.</summary>
    public static string Stored(StoredResultsFacts? stored)
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

/// <summary>What changed since the last scan, as a line for people.</summary>
internal static class TrendText
{
    /// <summary><c>since the scan of 2026-11-20 03:00: 5 went away, 3 came home</c>.</summary>
    public static string Format(ScanTrend trend)
    {
        var reported = trend.Changes.Select(change => (change.Count, Words: Said(change.KnownKind)))
            .Where(change => change.Words.Length > 0)
            .Select(change => $"{Counted.Number(change.Count)} {change.Words}")
            .ToList();
        return $"since the scan of {Times.Minute(trend.Scans[^1].At)} UTC: {(reported.Count == 0 ? "nothing" : string.Join(", ", reported))}";
    }

    private static string Said(ChangeKind? kind) => kind switch
    {
        ChangeKind.Moved => "moved to another host",
        ChangeKind.CameHome => "came home",
        ChangeKind.WentAway => "went away",
        ChangeKind.FoundAway => "found to be away",
        ChangeKind.SettingChanged => "with a changed setting",
        ChangeKind.HostFrequencyChanged => "hosts with a different frequency",
        ChangeKind.HostAdded => "hosts new",
        ChangeKind.HostGone => "hosts gone",
        ChangeKind.VerdictChanged => "with a different measurement",
        ChangeKind.MachineAdded => "new",
        ChangeKind.MachineGone => "gone",
        ChangeKind.PoweredOn => "powered on",
        ChangeKind.PoweredOff => "powered off",
        ChangeKind.PowerCycled => "power-cycled",
        ChangeKind.Reverted => "reverted to a snapshot",
        ChangeKind.Suspended => "suspended",
        ChangeKind.Resumed => "resumed",
        _ => "",
    };
}

/// <summary>The frequencies that a machine ran at, and since when, in words.</summary>
public static class FrequencyStretchText
{
    /// <summary>Such as <c>2,295 MHz until 12 Aug 2026, 2,594 MHz since</c>; empty without any.</summary>
    public static string Format(IReadOnlyList<FrequencyStretch>? stretches) => stretches is null or [] ? ""
        : stretches is [{ To: null } only] ? $"{only.Hz.Megahertz:#,0} MHz since {Times.Day(only.From)} at least"
        : string.Join(", ", stretches.Select(stretch =>
            Invariant($"{stretch.Hz.Megahertz:#,0} MHz {(stretch.To is { } to ? $"until {Times.Day(to)}" : $"since {Times.Day(stretch.From)}")}")));

    /// <summary>The same as a sentence that says where it is from; empty without any.</summary>
    public static string Sentence(IReadOnlyList<FrequencyStretch>? stretches) =>
        Format(stretches) is { Length: > 0 } words ? $"By vCenter's CPU statistics it ran at {words}." : "";
}
