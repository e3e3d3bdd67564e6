namespace TimerProbe.Server.Views;

/// <summary>The fleet as a node knows it: each vCenter's latest saved scan, and how it answered. Never changes; it is replaced.</summary>
internal sealed class FleetView
{
    private const int TopCount = 10;

    private readonly Lazy<(ulong[] Keys, int[] Places)> _byKey;
    private readonly WeakReference<IReadOnlyList<FindingGroup>?> _groups = new(null);

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

    public long Version { get; }

    public IReadOnlyList<SavedScan> Scans { get; }

    public ScanReport Report { get; }

    public IReadOnlyList<TargetHealth> Targets { get; }

    public IReadOnlyList<GuestResult> UnknownGuests { get; init; } = [];

    internal IReadOnlyList<GuestResult> Checks { get; init; } = [];

    public IReadOnlyList<string> Unread { get; }

    public static string NotRead(TargetHealth target, Func<DateTimeOffset, string> format) =>
        "did not answer "
        + (target.Failures == 1 ? "the last time" : $"{Counted.Number(target.Failures)} times in a row")
        + (target.LastSuccessAt is { } success ? $"; what is shown was read from it at {format(success)}" : "")
        + (target.Failures == 1 ? "" : $". It was tried last at {format(target.LastTriedAt)}")
        + ".";

    public IReadOnlyList<MachineRow> TopMachines => [.. Report.Machines.Where(row => row.Severity >= Severity.Warning).Take(TopCount)];

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

    /// <summary>What names a machine in addresses, the same in every scan.</summary>
    public static string GetId(MachineRow row) => Format(GetKey(row));

    public MachineRow? Find(string id)
    {
        var (keys, places) = _byKey.Value;
        return GetKey(id) is { } key && Array.BinarySearch(keys, key) is >= 0 and var at ? Report.Machines[places[at]] : null;
    }

    private (ulong[] Keys, int[] Places) ByKey()
    {
        ulong[] keys = [.. Report.Machines.Select(GetKey)];
        int[] places = [.. Enumerable.Range(0, keys.Length)];
        Array.Sort(keys, places);
        return (keys, places);
    }

    private static ulong GetKey(MachineRow row) =>
        BinaryPrimitives.ReadUInt64BigEndian(SHA256.HashData(Encoding.UTF8.GetBytes($"{row.Server.ToLowerInvariant()}\0{row.Facts.Id}")));

    /// <summary>The key that an id spells; null when it spells none.</summary>
    private static ulong? GetKey(string id) =>
        ulong.TryParse(id, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var key) && Format(key) == id ? key : null;

    private static string Format(ulong key) => key.ToString("x16");
}
