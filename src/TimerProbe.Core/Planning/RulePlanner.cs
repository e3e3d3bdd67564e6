namespace TimerProbe.Core.Planning;

/// <summary>
/// A VM-Host rule for each class of a cluster that has machines which nothing keeps there yet; none where DRS is off, or where
/// no host is known, or expected, not to scale the TSC.
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
            each.Machine.BoundTo!.Count > 0 && each.Machine.BoundTo.All(host => each.Class!.Hosts.Contains(host)))
            .Select(each => each.Machine.Id)
            .ToHashSet();
        var against = bound.Where(each => !each.Machine.BoundTo!.Any(host => each.Class!.Hosts.Contains(host)))
            .Select(each => each.Machine)
            .ToList();
        var excluded = against.Select(machine => machine.Id).Concat(kept).ToHashSet();
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
                        .Where(host => same.Key.Hosts.Contains(host.Name))
                        .Select(host => host.Id)
                ],
            })
            .ToList();
        var byId = machines.ToDictionary(each => each.Machine.Id);
        return new ClusterRules(center.Facts.Server, cluster.Name, cluster.Id, cluster.Datacenter, rules, kept.Count,
        [
            .. against.Count == 0
                ? Enumerable.Empty<RuleConflict>()
                : [new RuleConflict(RuleConflictKind.BoundElsewhere, null, [.. against.Select(center.InPlan)])],
            .. (cluster.VmRules ?? []).Select(Conflict).OfType<RuleConflict>(),
        ]);

        RuleConflict? Conflict(VmVmRule rule)
        {
            var members = rule.VirtualMachines.Distinct().Where(byId.ContainsKey).Select(id => byId[id]).ToList();
            var left = members.Select(each => HostsLeft(each.Machine, each.Class!)).ToList();
            var together = rule.Kind == VmVmRuleKind.Affinity;
            var canHold = members.Count < 2 || (together
                ? left.Aggregate((some, more) => [.. some.Intersect(more)]).Count > 0
                : HaveOneEach(left));
            var kind = together ? RuleConflictKind.Together : RuleConflictKind.Apart;
            return canHold ? null : new RuleConflict(kind, rule.Name, [.. members.Select(each => center.InPlan(each.Machine))]);
        }

        IReadOnlyList<string> HostsLeft(VirtualMachineFacts machine, FrequencyClass @class) =>
            machine.BoundTo is not { } own ? @class.Hosts
            : own.Intersect(@class.Hosts).ToList() is { Count: > 0 } both ? both
            : own;
    }

    private static bool HaveOneEach(List<IReadOnlyList<string>> hostsOf)
    {
        var taken = new Dictionary<string, int>();
        return hostsOf.SelectMany(hosts => hosts).Distinct().Count() >= hostsOf.Count
            && Enumerable.Range(0, hostsOf.Count).All(machine => Seat(machine, new HashSet<string>()));

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

    private static FrequencyClass? ClassOf(PlannedCenter center, VirtualMachineFacts machine, IReadOnlyList<FrequencyClass> classes)
    {
        var hosts = center.HostsOf(center.HostOf(machine).ClusterId).ToLookup(host => host.Name);
        var present = classes.FirstOrDefault(each => each.Hosts.Contains(center.HostOf(machine).Name));
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
