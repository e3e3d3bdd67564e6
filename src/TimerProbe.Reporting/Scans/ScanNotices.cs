using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;

namespace TimerProbe.Reporting.Scans;

/// <summary>Something that could not be read.</summary>
/// <param name="VCenter">The vCenter it is about; null for the store, or a file of a guest's result.</param>
/// <param name="Says">What, and why.</param>
/// <param name="IsWhole">Whether it is why nothing of the vCenter could be read.</param>
/// <param name="IsAccepted">Whether it is a known gap, and accepted.</param>
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
    /// <summary>The limit as a sentence without its full stop.</summary>
    /// <param name="name">How a name is written.</param>
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
