namespace TimerProbe.Core.Planning;

/// <summary>Plans from saved scans; the same scans and settings always give the same plan.</summary>
public sealed class Planner
{
    private readonly IReadOnlyList<PlannedCenter> _centers;
    private readonly PlanDocument _empty;

    /// <exception cref="ArgumentOutOfRangeException">A setting is out of its range, or there is no scan.</exception>
    public Planner(IReadOnlyList<ScanDocument> scans, PlanSettings settings, ToolInfo tool, DateTimeOffset madeAt, Guid id)
    {
        ArgumentOutOfRangeException.ThrowIfZero(scans.Count, nameof(scans));
        ArgumentOutOfRangeException.ThrowIfLessThan(settings.WaveSize, 1, nameof(settings));
        if (settings.FillPercent is not (> 0 and <= 100))
        {
            throw new ArgumentOutOfRangeException(nameof(settings), settings.FillPercent, "The bound is above 0 and at most 100 per cent.");
        }

        var latest = scans.SelectMany(scan => scan.VCenters.Select(center => (Scan: scan, Center: center)))
            .Where(item => item.Center.Status != ReadStatus.Failed)
            .GroupBy(item => item.Center.InstanceUuid ?? item.Center.Server)
            .Select(same => same.MaxBy(item => item.Scan.StartedAt))
            .ToList();
        _centers = [.. latest.Select(item => Judged(item.Center, new FrequencyRules(item.Scan.TolerancePpm), item.Scan.Thresholds))];
        _empty = new PlanDocument
        {
            Id = id,
            Tool = tool,
            MadeAt = madeAt,
            Kind = PlanKind.Home,
            Settings = settings,
            TolerancePpm = scans[0].TolerancePpm,
            Anonymized = scans.Any(scan => scan.Anonymized),
            Scans = [
                .. scans.Select(scan => new PlannedScan(
                    scan.Id, scan.StartedAt, [.. latest.Where(item => item.Scan == scan).Select(item => item.Center.Server)]))
            ],
            Assumptions =
            [
                "A machine's demand is estimated: the memory and processors it was given, times the share of all that was given to running machines which its host uses.",
                FormattableString.Invariant(
                    $"No host is filled beyond {settings.FillPercent:0.#} % of its memory or CPU; a host that does not report one of them is not bounded by it."),
                "A move never changes the home of a clock; after a power cycle the host of the power-on is its home.",
                "Machines that read the raw TSC and fault tolerance pairs are not moved by the plan.",
            ],
        };
    }

    public IEnumerable<VCenterFacts> VCenters => _centers.Select(center => center.Facts);

    /// <summary>A scan of a release that did not look at the hosts has at least what guests measured there.</summary>
    private static PlannedCenter Judged(VCenterFacts center, FrequencyRules rules, FleetThresholds thresholds) =>
        new(ScalingJudge.Apply(center, rules, thresholds.SlowMachinesOfHost), rules, thresholds.SlowMachinesOfHost);

    public PlanDocument Evacuate(IReadOnlyCollection<string> hosts) =>
        EvacuationPlanner.Plan(_centers, hosts, _empty with { Kind = PlanKind.Evacuate });

    /// <summary>The plan for bringing machines home.</summary>
    /// <param name="clusterId">The managed object id of the only cluster that is planned; null for all.</param>
    public PlanDocument Home(string? clusterId = null) => HomePlanner.Plan(_centers, clusterId, _empty with { Kind = PlanKind.Home });

    public PlanDocument Rules() => _empty with { Kind = PlanKind.Rules, Rules = [.. _centers.SelectMany(RulePlanner.Plan)] };

    /// <summary>The names that a host goes by, from the shortest (alone) to the whole one (after its vCenter and datacenter).</summary>
    /// <param name="datacenter">Its datacenter; null where it is not reported.</param>
    public static IReadOnlyList<string> GetAddresses(string server, string? datacenter, string name) => datacenter is null
        ? [name, $"{server}/{name}"]
        : [name, $"{datacenter}/{name}", $"{server}/{name}", $"{server}/{datacenter}/{name}"];
}
