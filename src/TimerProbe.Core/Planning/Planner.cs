namespace TimerProbe.Core.Planning;

/// <summary>Plans from saved scans what may be done to hosts and machines. The same scans and settings always give the same plan.</summary>
public sealed class Planner
{
    private readonly IReadOnlyList<PlannedCenter> _centers;
    private readonly PlanDocument _empty;

    /// <param name="scans">The scans; of two of one vCenter the later counts.</param>
    /// <param name="settings">How it is planned.</param>
    /// <param name="tool">The program, as the document names it.</param>
    /// <param name="madeAt">When the plan is made.</param>
    /// <param name="id">The document's id.</param>
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
            .Where(each => each.Center.Status != ReadStatus.Failed)
            .GroupBy(each => each.Center.InstanceUuid ?? each.Center.Server, StringComparer.Ordinal)
            .Select(same => same.MaxBy(each => each.Scan.StartedAt))
            .ToList();
        _centers = [.. latest.Select(each => Judged(each.Center, new FrequencyRules(each.Scan.TolerancePpm), each.Scan.Thresholds))];
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
                    scan.Id, scan.StartedAt, [.. latest.Where(each => each.Scan == scan).Select(each => each.Center.Server)]))
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

    /// <summary>The vCenters that are planned.</summary>
    public IEnumerable<VCenterFacts> VCenters => _centers.Select(center => center.Facts);

    /// <summary>A scan of a release that did not look at the hosts has at least what guests measured there.</summary>
    private static PlannedCenter Judged(VCenterFacts center, FrequencyRules rules, FleetThresholds thresholds) =>
        new(ScalingJudge.Apply(center, rules, thresholds.SlowMachinesOfHost), rules, thresholds.SlowMachinesOfHost);

    /// <summary>The plan for emptying hosts.</summary>
    /// <param name="hosts">Their names, whatever the case, in any form of <see cref="PlanAddress.Forms"/>.</param>
    public PlanDocument Evacuate(IReadOnlyCollection<string> hosts) =>
        EvacuationPlanner.Plan(_centers, hosts, _empty with { Kind = PlanKind.Evacuate });

    /// <summary>The plan for bringing machines home.</summary>
    /// <param name="clusterId">The managed object id of the only cluster that is planned; null for all.</param>
    public PlanDocument Home(string? clusterId = null) => HomePlanner.Plan(_centers, clusterId, _empty with { Kind = PlanKind.Home });

    /// <summary>The DRS groups and rules that keep each machine with its class.</summary>
    public PlanDocument Rules() => _empty with { Kind = PlanKind.Rules, Rules = [.. _centers.SelectMany(RulePlanner.Plan)] };
}

internal static class UsefulMeasurements
{
    private const int Most = 1000;

    /// <summary>Of machines that are open because of their hosts, those that settle all of their class replace the others.</summary>
    private static IEnumerable<(PlannedCenter Center, VirtualMachineFacts Machine, int NarrowsBy)> Fewest(
        List<(PlannedCenter Center, VirtualMachineFacts Machine, int NarrowsBy)> open)
    {
        foreach (var same in open.GroupBy(each =>
            (each.Center, Class: each.Machine.IsClockOpen ? HostClasses.IdOf(each.Center.HostOf(each.Machine)) : null)))
        {
            var settling = same.Key.Class is { } id
                ? same.Key.Center.Facts.Classes?.FirstOrDefault(each => each.Id == id)?.SettleBy
                    .Where(each => each.Kind == SettlingKind.Guest)
                    .Select(each => (each.Machine, each.Host))
                    .ToHashSet()
                : null;
            var named = same.Where(each => settling?.Contains((each.Machine.Name, each.Machine.Host ?? "")) == true).ToList();
            foreach (var each in named)
            {
                yield return (each.Center, each.Machine, same.Sum(one => one.NarrowsBy));
            }

            foreach (var each in same.Where(_ => named.Count == 0))
            {
                yield return each;
            }
        }
    }

    /// <summary>The checks that narrow a forecast, those that narrow it most first, SQL Servers before others.</summary>
    public static IReadOnlyList<UsefulMeasurement> From(
        IEnumerable<(PlannedCenter Center, VirtualMachineFacts Machine, int NarrowsBy)> open) =>
    [
        .. Fewest([.. open.Where(each => each.NarrowsBy > 0)])
            .OrderByDescending(each => each.NarrowsBy)
            .ThenByDescending(each => each.Machine.SqlServerExpected)
            .ThenBy(each => each.Machine.Name, StringComparer.Ordinal)
            .ThenBy(each => each.Machine.Id, StringComparer.Ordinal)
            .Take(Most)
            .Select(each => new UsefulMeasurement(each.Center.InPlan(each.Machine), each.NarrowsBy, each.Machine.SqlServerExpected)),
    ];
}

/// <summary>
/// A VM-Host rule for each class of a cluster that has machines which nothing keeps there yet; none where DRS is off, or where no host is
/// known, or expected, not to scale the TSC.
/// </summary>
internal static class RulePlanner
{
    public static IEnumerable<ClusterRules> Plan(PlannedCenter center) =>
        center.Facts.Clusters.Where(cluster => center.HostsOf(cluster.Id).Any())
            .OrderBy(cluster => cluster.Name, StringComparer.Ordinal)
            .ThenBy(cluster => cluster.Id, StringComparer.Ordinal)
            .Select(cluster => RulesOf(center, cluster));

    private static ClusterRules RulesOf(PlannedCenter center, ClusterFacts cluster)
    {
        var classes = center.ClassesOf(cluster);
        if (classes.Count < 2 || cluster.Drs == "off" || !center.HostsOf(cluster.Id).Any(host => host.TscScaling == TscScaling.No))
        {
            return new ClusterRules(center.Facts.Server, cluster.Name, cluster.Id, cluster.Datacenter, [], 0, []);
        }

        var machines = center.HostsOf(cluster.Id)
            .SelectMany(host => center.RunningOn[host.Id])
            .Where(PlannedCenter.IsPlanned)
            .Select(machine => (Machine: machine, Class: ClassOf(center, machine, classes)))
            .Where(each => each.Class is not null)
            .ToList();
        var bound = machines.Where(each => each.Machine.BoundTo is not null).ToList();
        var kept = bound.Where(each =>
            each.Machine.BoundTo!.Count > 0 && each.Machine.BoundTo.All(host => each.Class!.Hosts.Contains(host, StringComparer.Ordinal)))
            .Select(each => each.Machine.Id)
            .ToHashSet(StringComparer.Ordinal);
        var against = bound.Where(each => !each.Machine.BoundTo!.Any(host => each.Class!.Hosts.Contains(host, StringComparer.Ordinal)))
            .Select(each => each.Machine)
            .ToList();
        var excluded = against.Select(machine => machine.Id).Concat(kept).ToHashSet(StringComparer.Ordinal);
        var rules = machines.Where(each => !excluded.Contains(each.Machine.Id))
            .GroupBy(each => each.Class!)
            .OrderBy(same => same.Key.LowHz.Hertz)
            .Select(same => new ClassRule(
                DrsGroup.Rule(same.Key),
                DrsGroup.Hosts(same.Key),
                DrsGroup.Vms(same.Key),
                same.Key,
                [.. same.OrderBy(each => each.Machine.Name, StringComparer.Ordinal).Select(each => center.InPlan(each.Machine))],
                same.Count(each => each.Machine.HomeHz is null))
            {
                HostIds = [
                    .. center.HostsOf(cluster.Id)
                        .Where(host => same.Key.Hosts.Contains(host.Name, StringComparer.Ordinal))
                        .Select(host => host.Id)
                ],
            })
            .ToList();
        var byId = machines.ToDictionary(each => each.Machine.Id, StringComparer.Ordinal);
        return new ClusterRules(center.Facts.Server, cluster.Name, cluster.Id, cluster.Datacenter, rules, kept.Count,
        [
            .. against.Count == 0
                ? Enumerable.Empty<RuleConflict>()
                : [new RuleConflict(RuleConflictKind.BoundElsewhere, null, [.. against.Select(center.InPlan)])],
            .. (cluster.VmRules ?? []).Select(Conflict).OfType<RuleConflict>(),
        ]);

        RuleConflict? Conflict(VmVmRule rule)
        {
            var members = rule.VirtualMachines.Distinct(StringComparer.Ordinal).Where(byId.ContainsKey).Select(id => byId[id]).ToList();
            var left = members.Select(each => HostsLeft(each.Machine, each.Class!)).ToList();
            var together = rule.Kind == VmVmRuleKind.Affinity;
            var canHold = members.Count < 2 || (together
                ? left.Aggregate((some, more) => [.. some.Intersect(more, StringComparer.Ordinal)]).Count > 0
                : HaveOneEach(left));
            var kind = together ? RuleConflictKind.Together : RuleConflictKind.Apart;
            return canHold ? null : new RuleConflict(kind, rule.Name, [.. members.Select(each => center.InPlan(each.Machine))]);
        }

        IReadOnlyList<string> HostsLeft(VirtualMachineFacts machine, FrequencyClass @class) =>
            machine.BoundTo is not { } own ? @class.Hosts
            : own.Intersect(@class.Hosts, StringComparer.Ordinal).ToList() is { Count: > 0 } both ? both
            : own;
    }

    /// <summary>Whether each of some machines can have a host of its own: a matching by augmenting paths.</summary>
    private static bool HaveOneEach(List<IReadOnlyList<string>> hostsOf)
    {
        var taken = new Dictionary<string, int>(StringComparer.Ordinal);
        return hostsOf.SelectMany(hosts => hosts).Distinct(StringComparer.Ordinal).Count() >= hostsOf.Count
            && Enumerable.Range(0, hostsOf.Count).All(machine => Seat(machine, new HashSet<string>(StringComparer.Ordinal)));

        bool Seat(int machine, HashSet<string> tried)
        {
            foreach (var host in hostsOf[machine].Where(tried.Add))
            {
                if (!taken.TryGetValue(host, out var other) || Seat(other, tried))
                {
                    taken[host] = machine;
                    return true;
                }
            }

            return false;
        }
    }

    /// <summary>
    /// The class where most of its hosts keep it fast, its present one first; the present one too if none is known. None where it is slow
    /// now and no host makes it fast: a rule would keep it slow.
    /// </summary>
    private static FrequencyClass? ClassOf(PlannedCenter center, VirtualMachineFacts machine, IReadOnlyList<FrequencyClass> classes)
    {
        var hosts = center.HostsOf(center.HostOf(machine).ClusterId).ToLookup(host => host.Name, StringComparer.Ordinal);
        var present = classes.FirstOrDefault(each => each.Hosts.Contains(center.HostOf(machine).Name, StringComparer.Ordinal));
        var fastest = classes
            .Select(each => (Class: each, Fast: each.Hosts.SelectMany(name => hosts[name])
                .Select(host => center.On(machine, host) == PlannedClock.Fast ? 1.0 : 0).DefaultIfEmpty().Average()))
            .Where(each => each.Fast > 0 && (machine.HomeHz is null || IsNear(each.Class, machine.HomeHz.Value)))
            .OrderByDescending(each => each.Fast)
            .ThenBy(each => each.Class == present ? 0 : 1)
            .Select(each => each.Class)
            .FirstOrDefault();
        return fastest ?? (center.Now(machine) == PlannedClock.Slow ? null : present);

        bool IsNear(FrequencyClass each, Frequency home) =>
            center.Rules.IsHarmless(each.LowHz, home) || center.Rules.IsHarmless(each.HighHz, home)
            || (each.LowHz.Hertz <= home.Hertz && home.Hertz <= each.HighHz.Hertz);
    }
}
