namespace TimerProbe.Core.Planning;

/// <summary>
/// A VM-Host rule for each class of a cluster that has machines which nothing keeps there yet; none where DRS is off, or where
/// no host is known, or expected, not to scale the TSC.
/// </summary>
internal static class RulePlanner
{
    public static IEnumerable<ClusterRules> Plan(PlannedCenter center) =>
        center.Facts.Clusters.Where(cluster => center.GetHosts(cluster.Id).Any())
            .OrderBy(cluster => cluster.Name, StringComparer.Ordinal)
            .ThenBy(cluster => cluster.Id, StringComparer.Ordinal)
            .Select(cluster => GetRules(center, cluster));

    private static ClusterRules GetRules(PlannedCenter center, ClusterFacts cluster)
    {
        var classes = center.GetClasses(cluster);
        if (classes.Count < 2 || cluster.Drs == "off" || !center.GetHosts(cluster.Id).Any(host => host.TscScaling == TscScaling.No))
        {
            return new ClusterRules(center.Facts.Server, cluster.Name, cluster.Id, cluster.Datacenter, [], 0, []);
        }

        var machines = center.GetHosts(cluster.Id)
            .SelectMany(host => center.RunningOn[host.Id])
            .Where(PlannedCenter.IsPlanned)
            .Select(machine => (Machine: machine, Class: GetClass(center, machine, classes)))
            .Where(item => item.Class is not null)
            .ToList();
        var bound = machines.Where(item => item.Machine.BoundTo is not null).ToList();
        var kept = bound.Where(item =>
            item.Machine.BoundTo!.Count > 0 && item.Machine.BoundTo.All(host => item.Class!.Hosts.Contains(host)))
            .Select(item => item.Machine.Id)
            .ToHashSet();
        var against = bound.Where(item => !item.Machine.BoundTo!.Any(host => item.Class!.Hosts.Contains(host)))
            .Select(item => item.Machine)
            .ToList();
        var excluded = against.Select(machine => machine.Id).Concat(kept).ToHashSet();
        var rules = machines.Where(item => !excluded.Contains(item.Machine.Id))
            .GroupBy(item => item.Class!)
            .OrderBy(same => same.Key.LowHz.Hertz)
            .Select(same => new ClassRule(
                same.Key.GetDrsRule(),
                same.Key.GetDrsHostGroup(),
                same.Key.GetDrsVmGroup(),
                same.Key,
                [.. same.OrderBy(item => item.Machine.Name, StringComparer.Ordinal).Select(item => center.InPlan(item.Machine))],
                same.Count(item => item.Machine.HomeHz is null))
            {
                HostIds = [
                    .. center.GetHosts(cluster.Id)
                        .Where(host => same.Key.Hosts.Contains(host.Name))
                        .Select(host => host.Id)
                ],
            })
            .ToList();
        var byId = machines.ToDictionary(item => item.Machine.Id);
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
            var left = members.Select(member => HostsLeft(member.Machine, member.Class!)).ToList();
            var together = rule.Kind == VmVmRuleKind.Affinity;
            var canHold = members.Count < 2 || (together
                ? left.Aggregate((some, more) => [.. some.Intersect(more)]).Count > 0
                : HaveOneEach(left));
            var kind = together ? RuleConflictKind.Together : RuleConflictKind.Apart;
            return canHold ? null : new RuleConflict(kind, rule.Name, [.. members.Select(member => center.InPlan(member.Machine))]);
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

    private static FrequencyClass? GetClass(PlannedCenter center, VirtualMachineFacts machine, IReadOnlyList<FrequencyClass> classes)
    {
        var hosts = center.GetHosts(center.GetHost(machine).ClusterId).ToLookup(host => host.Name);
        var present = classes.FirstOrDefault(item => item.Hosts.Contains(center.GetHost(machine).Name));
        var fastest = classes
            .Select(item => (Class: item, Fast: item.Hosts.SelectMany(name => hosts[name])
                .Select(host => center.On(machine, host) == PlannedClock.Fast ? 1.0 : 0).DefaultIfEmpty().Average()))
            .Where(item => item.Fast > 0 && (machine.HomeHz is null || IsNear(item.Class, machine.HomeHz.Value)))
            .OrderByDescending(item => item.Fast)
            .ThenBy(item => item.Class == present ? 0 : 1)
            .Select(item => item.Class)
            .FirstOrDefault();
        return fastest ?? (center.Now(machine) == PlannedClock.Slow ? null : present);

        bool IsNear(FrequencyClass each, Frequency home) =>
            center.Rules.IsHarmless(each.LowHz, home) || center.Rules.IsHarmless(each.HighHz, home)
            || (each.LowHz.Hertz <= home.Hertz && home.Hertz <= each.HighHz.Hertz);
    }
}
