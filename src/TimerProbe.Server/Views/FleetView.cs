namespace TimerProbe.Server.Views;

/// <summary>
/// The fleet as a node knows it: the latest saved scan of each vCenter, and how each has
/// answered. It never changes; a newer one takes its place.
/// </summary>
internal sealed class FleetView
{
    private const int MostThatMatter = 10;

    private readonly Lazy<(ulong[] Keys, int[] Places)> _byKey;
    private readonly WeakReference<IReadOnlyList<FindingGroup>?> _groups = new(null);

    /// <param name="version">Counts up with each that is newer.</param>
    /// <param name="scans">The latest saved scan of each vCenter that has one.</param>
    /// <param name="targets">How each has answered, also those that never did.</param>
    public FleetView(long version, IReadOnlyList<SavedScan> scans, IReadOnlyList<TargetHealth> targets)
    {
        Version = version;
        Scans = [.. scans.OrderBy(scan => scan.Server, StringComparer.OrdinalIgnoreCase)];
        Targets = targets;
        Unread =
        [
            .. targets.Select(target => target.Server)
                .Where(server => !scans.Any(scan => string.Equals(scan.Server, server, StringComparison.OrdinalIgnoreCase))),
        ];
        Report = new ScanReport(SavedScan.Merge([.. Scans.Select(scan => scan.Document)], Unread));
        // Made here, and not while somebody waits for a page.
        _ = (Report.Machines, Report.Clusters, Report.FixSummary);
        _byKey = new(ByKey);
    }

    public static FleetView Empty { get; } = new(0, [], []);

    /// <summary>Counts up with each that is newer.</summary>
    public long Version { get; }

    /// <summary>The latest saved scans, by the names of their vCenters.</summary>
    public IReadOnlyList<SavedScan> Scans { get; }

    /// <summary>All of them as one scan.</summary>
    public ScanReport Report { get; }

    /// <summary>How each has answered.</summary>
    public IReadOnlyList<TargetHealth> Targets { get; }

    /// <summary>Guests that saved or submitted a check, and are no machine of the latest scans; the newest check first.</summary>
    public IReadOnlyList<GuestResult> UnknownGuests { get; init; } = [];

    /// <summary>The checks that were joined to the scans.</summary>
    internal IReadOnlyList<GuestResult> Checks { get; init; } = [];

    /// <summary>The vCenters of which no scan is saved.</summary>
    public IReadOnlyList<string> Unread { get; }

    /// <summary>The sentence about a vCenter that was not read, after its name.</summary>
    /// <param name="target">The vCenter.</param>
    /// <param name="format">Writes a time.</param>
    public static string NotRead(TargetHealth target, Func<DateTimeOffset, string> format) =>
        "did not answer "
        + (target.Failures == 1 ? "the last time" : $"{Counted.Number(target.Failures)} times in a row")
        + (target.LastSuccessAt is { } success ? $"; what is shown was read from it at {format(success)}" : "")
        + (target.Failures == 1 ? "" : $". It was tried last at {format(target.LastTriedAt)}")
        + ".";

    /// <summary>The machines that matter most: the first ten of those about which something graver than information was found.</summary>
    public IReadOnlyList<MachineRow> ThatMatter => [.. Report.Machines.Where(row => row.Severity >= Severity.Warning).Take(MostThatMatter)];

    /// <summary>The findings by rule, the most severe rule first: whole, and so cached only while memory is plenty.</summary>
    public IReadOnlyList<FindingGroup> Groups
    {
        get
        {
            if (!_groups.TryGetTarget(out var groups))
            {
                _groups.SetTarget(groups = FindingGroup.From(
                    Report.Document.Findings.Select(finding => finding with { Remedies = [.. finding.Remedies] })));
            }

            return groups;
        }
    }

    public MachineRow? Find(string id)
    {
        var (keys, places) = _byKey.Value;
        return MachineId.KeyOf(id) is { } key && Array.BinarySearch(keys, key) is >= 0 and var at ? Report.Machines[places[at]] : null;
    }

    private (ulong[] Keys, int[] Places) ByKey()
    {
        ulong[] keys = [.. Report.Machines.Select(MachineId.KeyOf)];
        int[] places = [.. Enumerable.Range(0, keys.Length)];
        Array.Sort(keys, places);
        return (keys, places);
    }
}
