using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;
using TimerProbe.Core.Units;
using TimerProbe.Reporting.Findings;

namespace TimerProbe.Reporting.Scans;

/// <summary>
/// A scan as it is told in every form for people and spreadsheets: counted, grouped and put in
/// order here, once. A part that a form has no use for is never made.
/// </summary>
/// <param name="document">The scan.</param>
public sealed class ScanReport(ScanDocument document)
{
    private Dictionary<string, int>? _reasons;

    /// <summary>The scan itself.</summary>
    public ScanDocument Document => document;

    /// <summary>The worst there is to say, and the numbers.</summary>
    public ScanSummary Summary => field ??= new ScanSummary(document, Counts);

    /// <summary>What it comes to for the person who decides.</summary>
    public FleetFixSummary FixSummary => field ??= FleetFixSummary.From(document);

    /// <summary>All virtual machines, counted.</summary>
    public MachineCounts Counts => field ??= MachineCounts.From(document.VCenters.SelectMany(vcenter => vcenter.VirtualMachines));

    /// <summary>All virtual machines, the most severe first.</summary>
    public IReadOnlyList<MachineRow> Machines => field ??= MachineRow.InOrder(Rows);

    /// <summary>Those away from home or measured slow, in the same order.</summary>
    public IReadOnlyList<MachineRow> Away => field ??= MachineRow.InOrder(Rows.Where(row => row.IsAwayOrSlow));

    /// <summary>
    /// Those whose time is expected to be wrong, then those that read the clock slowly, measured or expected: of
    /// these the measured ones first, then those that run SQL Server, then in the same order.
    /// </summary>
    public IReadOnlyList<MachineRow> Affected =>
        field ??= [.. Machines.Where(row => row.Facts.IsTimeExpectedWrong || FixSummary.Machines.Contains(row.Facts))
            .OrderByDescending(row => row.Facts.IsTimeExpectedWrong)
            .ThenBy(row => (int)row.Standing)
            .ThenByDescending(row => row.Facts.SqlServerExpected)];

    /// <summary>Of the machines whose home is unknown why, and what would settle it; null where there are none.</summary>
    public UnknownHomes? Unknown => field ??= UnknownHomes.From(document);

    /// <summary>
    /// Why homes are unknown, each reason once, in the order of the machines: the same few sentences for thousands of them.
    /// </summary>
    public IReadOnlyList<string> UnknownReasons =>
        field ??= [.. Machines.Select(row => row.Facts.UnknownReason).OfType<string>().Distinct(StringComparer.Ordinal)];

    /// <summary>The clusters that hold anything, the worst first; the hosts outside of clusters of a vCenter are one too.</summary>
    public IReadOnlyList<ClusterRow> Clusters => field ??= ClusterRows.Create(document.VCenters, document.TolerancePpm);

    /// <summary>The findings by rule, the most severe rule first.</summary>
    public IReadOnlyList<FindingGroup> Groups => field ??= FindingGroup.From(document.Findings);

    /// <summary>What the proposals to move machines come to, a host each.</summary>
    public IReadOnlyList<ProposedMoves> Moves => field ??= ProposedMoves.From(document);

    /// <summary>What the configuration keeps out, in sentences.</summary>
    public IReadOnlyList<string> Muted => field ??= MutedSummary.Of(document.Muting);

    /// <summary>What of that is known and accepted, or no longer, in sentences.</summary>
    public IReadOnlyList<string> KnownGaps => field ??= KnownGapSummary.Of(document);

    /// <summary>What could not be read.</summary>
    public IReadOnlyList<MissingPart> Missing => field ??= MissingPart.Of(document);

    /// <summary>The servers that were given twice and are counted once, a sentence each without its full stop.</summary>
    public IReadOnlyList<string> LeftOut =>
        field ??= [.. (document.LeftOut ?? []).Select(left => $"{left.Server} is the same vCenter as {left.SameAs} and is counted once")];

    /// <summary>What the scan was limited to.</summary>
    public IReadOnlyList<ScanLimit> Limits => field ??= ScanLimit.Of(document);

    /// <summary>Whether a name alone does not say which vCenter it is in.</summary>
    public bool HasSeveralVCenters => document.VCenters.Skip(1).Any();

    /// <summary>The number of a reason in <see cref="UnknownReasons"/>, from 1 upward.</summary>
    public int NumberOf(string reason) =>
        (_reasons ??= UnknownReasons.Index().ToDictionary(each => each.Item, each => each.Index + 1, StringComparer.Ordinal))[reason];

    /// <summary>Whether findings are about machines away or slow and no others, so that a table of those has told whom.</summary>
    public bool AreAway(IReadOnlyList<Finding> findings) => findings.All(finding =>
        finding.Subject.Kind == SubjectKind.VirtualMachine && AwayIds.Contains((ServerOf(finding.Subject), finding.Subject.Id)));

    private HashSet<(string?, string?)> AwayIds => field ??= [.. Away.Select(row => ((string?)row.Server, (string?)row.Facts.Id))];

    private ILookup<(string?, string?), Finding> FindingsOfMachine => field ??= document.Findings
        .Where(finding => finding.Subject is { Kind: SubjectKind.VirtualMachine, Id: not null })
        .ToLookup(finding => (ServerOf(finding.Subject), finding.Subject.Id));

    private IEnumerable<MachineRow> Rows =>
        document.VCenters.SelectMany(vcenter =>
            vcenter.VirtualMachines.Select(machine => new MachineRow(vcenter, machine, FindingsAbout(vcenter.Server, machine.Id))));

    private IReadOnlyList<Finding> FindingsAbout(string server, string id) => FindingsOfMachine[(server, id)] is var found && found.Any()
        ? [.. found.OrderByDescending(finding => finding.Severity).ThenBy(finding => finding.Rule, StringComparer.Ordinal)]
        : [];

    /// <summary>A subject of a scan of one vCenter need not name it.</summary>
    private string? ServerOf(Subject subject) =>
        subject.Server ?? (HasSeveralVCenters || document.VCenters.Count == 0 ? null : document.VCenters[0].Server);
}

internal static class KnownGapSummary
{
    public static IReadOnlyList<string> Of(ScanDocument document) =>
    [
        .. document.VCenters.SelectMany(vcenter => vcenter.KnownGaps?.Accepted ?? [])
            .GroupBy(gap => (gap.Reason, gap.Expires))
            .Select(group => $"{Counted.Of(group.Count(), "known gap")} accepted until {Times.Day(group.Key.Expires)}: {group.Key.Reason}"),
        .. document.VCenters.SelectMany(vcenter => vcenter.KnownGaps?.Expired ?? [])
            .Select(gap => $"{gap.Subject} has not been accepted as a known gap since {Times.Day(gap.Expires)}: {gap.Reason}"),
    ];
}

internal sealed class ClusterRows(FrequencyRules rules)
{
    /// <summary>The clusters that hold anything, the worst first; at the end of each rank by name.</summary>
    public static IReadOnlyList<ClusterRow> Create(IEnumerable<VCenterFacts> centers, PartsPerMillion tolerance) =>
        ClusterRank.InOrder(
            centers.SelectMany(new ClusterRows(new FrequencyRules(tolerance)).Create)
                .Where(cluster => cluster.Hosts + cluster.Counts.Total > 0), cluster => cluster.Rank);

    private IEnumerable<ClusterRow> Create(VCenterFacts center)
    {
        var hosts = center.Hosts.ToLookup(host => ClusterOf(center, host.ClusterId, host.Cluster));
        var clusterOfHost = center.Hosts.GroupBy(host => host.Id, StringComparer.Ordinal)
            .ToDictionary(
                same => same.Key, same => ClusterOf(center, same.First().ClusterId, same.First().Cluster), StringComparer.Ordinal);
        var machines = center.VirtualMachines.ToLookup(machine => machine.HostId is { } id && clusterOfHost.TryGetValue(id, out var cluster)
            ? cluster
            : ClusterOf(center, machine.ClusterId, machine.Cluster));
        return center.Clusters.Append(null).Select(cluster => RowOf(center, cluster, [.. hosts[cluster]], [.. machines[cluster]]));
    }

    private ClusterRow RowOf(VCenterFacts center, ClusterFacts? cluster, List<HostFacts> hosts, List<VirtualMachineFacts> machines)
    {
        var byHost = machines.ToLookup(
            machine => machine.HostId ?? hosts.Find(host => host.Name == machine.Host)?.Id, StringComparer.Ordinal);
        HostRow Filled(HostFacts host) => new(host, [.. byHost[host.Id]]);
        var classes = cluster?.FrequencyClasses ?? rules.Classify("", hosts);
        var inClass = classes.Select((@class, at) => new ClassRow(
            at + 1,
            @class,
            [.. hosts.Where(host => IsIn(@class, host)).OrderBy(host => host.Name, StringComparer.Ordinal).Select(Filled)])).ToList();
        var placed = inClass.SelectMany(lane => lane.Hosts).Select(host => host.Facts).ToHashSet();
        var without = hosts.Where(host => !placed.Contains(host)).Select(Filled).ToList();
        return new ClusterRow(
            center,
            cluster,
            without.Count == 0 ? inClass : [.. inClass, new ClassRow(inClass.Count + 1, Class: null, without)],
            MachineCounts.From(machines));
    }

    private static bool IsIn(FrequencyClass @class, HostFacts host) =>
        host.Hz is { } hz && hz.Hertz >= @class.LowHz.Hertz && hz.Hertz <= @class.HighHz.Hertz;

    private static ClusterFacts? ClusterOf(VCenterFacts center, string? id, string? name) =>
        id is not null ? center.Clusters.FirstOrDefault(cluster => cluster.Id == id)
        : name is null ? null
        : center.Clusters.FirstOrDefault(cluster => cluster.Name == name);
}
