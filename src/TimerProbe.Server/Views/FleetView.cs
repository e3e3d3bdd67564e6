using TimerProbe.Core.Advice;
using TimerProbe.Core.Placement;
using TimerProbe.Fleet.Store;
using TimerProbe.Reporting;
using TimerProbe.Reporting.Findings;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Server.Views;

/// <summary>
/// The fleet as a node knows it: the latest saved scan of each vCenter, and how each has
/// answered. It never changes; a newer one takes its place.
/// </summary>
public sealed class FleetView
{
    private const int MostToSettle = 3;
    private const int MostThatMatter = 10;

    private readonly Lazy<(ulong[] Keys, int[] Places)> _byKey;
    private readonly WeakReference<IReadOnlyList<FindingGroup>?> _groups = new(null);

    /// <param name="version">Counts up with each that is newer.</param>
    /// <param name="vcenters">The vCenters of which a scan is saved.</param>
    /// <param name="targets">How each has answered, also those that never did.</param>
    public FleetView(long version, IReadOnlyList<VCenterView> vcenters, IReadOnlyList<TargetHealth> targets)
    {
        Version = version;
        VCenters = [.. vcenters.OrderBy(vcenter => vcenter.Server, StringComparer.OrdinalIgnoreCase)];
        Targets = targets;
        Counts = MachineCounts.Sum([.. vcenters.Select(vcenter => vcenter.Counts)]);
        Unread =
        [
            .. targets.Select(target => target.Server)
                .Where(server => !vcenters.Any(vcenter => string.Equals(vcenter.Server, server, StringComparison.OrdinalIgnoreCase))),
        ];
        Summary = new ScanSummary(Unread, Unread.Count + vcenters.Count, Counts, vcenters.Sum(vcenter => vcenter.Templates),
            vcenters.Sum(vcenter => vcenter.Agents));
        FixSummary = FleetFixSummary.Sum([.. vcenters.Select(vcenter => vcenter.FixSummary)]);
        Clusters = ClusterRank.InOrder(VCenters.SelectMany(vcenter => vcenter.Clusters), cluster => cluster.Rank);
        Machines = [.. VCenters.SelectMany(vcenter => vcenter.Machines).OrderBy(machine => machine.Rank)];
        _byKey = new(ByKey);
    }

    /// <summary>Nothing yet.</summary>
    public static FleetView Empty { get; } = new(0, [], []);

    /// <summary>Counts up with each that is newer.</summary>
    public long Version { get; }

    /// <summary>The vCenters of which a scan is saved, by name.</summary>
    public IReadOnlyList<VCenterView> VCenters { get; }

    /// <summary>How each has answered.</summary>
    public IReadOnlyList<TargetHealth> Targets { get; }

    /// <summary>Guests that saved or handed in a check, and that no machine of the latest scans is; the newest check first.</summary>
    public IReadOnlyList<GuestResult> UnknownGuests { get; init; } = [];

    /// <summary>The checks that were joined to the scans.</summary>
    internal IReadOnlyList<GuestResult> Checks { get; init; } = [];

    /// <summary>The vCenters of which no scan is saved.</summary>
    public IReadOnlyList<string> Unread { get; }

    /// <summary>All machines, counted.</summary>
    public MachineCounts Counts { get; }

    /// <summary>The worst there is to say, and the numbers.</summary>
    public ScanSummary Summary { get; }

    /// <summary>How many are affected, what to do, and how sure that is.</summary>
    public FleetFixSummary FixSummary { get; }

    /// <summary>The first sentence about the fleet.</summary>
    public string Lead => $"{(FixSummary.Running == 0 ? Summary.Sentence : FixSummary.Who)}.";

    /// <summary>What is to be done, and what is not known.</summary>
    public IReadOnlyList<(string What, string Says)> Lines =>
    [
        .. new[]
        {
            ("Fix", FixSummary.Fix),
            ("Prevent", FixSummary.Prevent),
            ("Not known", Counts.Unknown == 0
                ? ""
                : $"where {Counted.Of(Counts.Unknown, "VM")} {(Counts.Unknown == 1 ? "was" : "were")} powered on: these may be affected too"),
        }.Where(line => line.Item2.Length > 0),
        .. FixSummary.ToSettle.Take(MostToSettle).Select(each => (
            "To settle",
            $"{Counted.Of(each.Class.Open, "VM")} on {ScalingText.Name(each.Class)}: {ScalingText.Names(each.Class.SettleBy)} ({ScalingText.GuestCommand})")),
    ];

    /// <summary>The sentence about a vCenter that was not read, after its name.</summary>
    /// <param name="target">The vCenter.</param>
    /// <param name="format">Writes a time.</param>
    public static string NotRead(TargetHealth target, Func<DateTimeOffset, string> format) =>
        "did not answer "
        + (target.Failures == 1 ? "the last time" : $"{Counted.Number(target.Failures)} times in a row")
        + (target.LastSuccessAt is { } success ? $"; what is shown was read from it at {format(success)}" : "")
        + (target.Failures == 1 ? "" : $". It was tried last at {format(target.LastTriedAt)}")
        + ".";

    /// <summary>All clusters, the worst first.</summary>
    public IReadOnlyList<ClusterView> Clusters { get; }

    /// <summary>All machines, the most severe first.</summary>
    public IReadOnlyList<MachineView> Machines { get; }

    /// <summary>The machines that matter most: the first ten of those about which something graver than information was found.</summary>
    public IReadOnlyList<MachineView> ThatMatter =>
        [.. Machines.Where(machine => machine.Severity is "critical" or "warning").Take(MostThatMatter)];

    /// <summary>The findings, in the order of the vCenters.</summary>
    public IEnumerable<SavedFinding> Findings => VCenters.SelectMany(vcenter => vcenter.Findings);

    /// <summary>The findings by rule, the most severe rule first: whole, and so kept only while memory is plenty.</summary>
    public IReadOnlyList<FindingGroup> Groups
    {
        get
        {
            if (!_groups.TryGetTarget(out var groups))
            {
                _groups.SetTarget(groups = FindingGroup.From(Findings.Select(finding => finding.Whole())));
            }

            return groups;
        }
    }

    /// <summary>A machine; null when there is none of that id.</summary>
    public MachineView? Find(string id)
    {
        var (keys, places) = _byKey.Value;
        return MachineView.KeyOf(id) is { } key && Array.BinarySearch(keys, key) is >= 0 and var at ? Machines[places[at]] : null;
    }

    /// <summary>What was found about a machine, the most severe first.</summary>
    public IReadOnlyList<Finding> FindingsOf(MachineView machine) =>
    [
        .. VCenters.Where(vcenter => vcenter.Server == machine.VCenter)
            .SelectMany(vcenter => vcenter.Findings)
            .Where(finding => finding.Subject.Kind == SubjectKind.VirtualMachine && finding.Subject.Id == machine.ManagedObjectId)
            .OrderByDescending(finding => finding.Severity)
            .ThenBy(finding => finding.Rule, StringComparer.Ordinal)
            .Select(finding => finding.Whole()),
    ];

    private (ulong[] Keys, int[] Places) ByKey()
    {
        ulong[] keys = [.. Machines.Select(machine => machine.Key)];
        int[] places = [.. Enumerable.Range(0, keys.Length)];
        Array.Sort(keys, places);
        return (keys, places);
    }
}
