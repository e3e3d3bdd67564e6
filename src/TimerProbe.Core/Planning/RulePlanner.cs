using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Planning;

/// <summary>A VM-Host rule for each class of a cluster that has machines which nothing keeps there yet; none where DRS is off.</summary>
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
        if (classes.Count < 2 || cluster.Drs == "off")
        {
            return new ClusterRules(center.Facts.Server, cluster.Name, cluster.Id, cluster.Datacenter, [], 0, []);
        }

        var machines = center.HostsOf(cluster.Id)
            .SelectMany(host => center.RunningOn[host.Id])
            .Where(machine => machine is { IsSecondary: false, IsClusterService: false })
            .Select(machine => (Machine: machine, Class: ClassOf(center, machine, classes)))
            .Where(each => each.Class is not null)
            .ToList();
        var bound = machines.Where(each => each.Machine.BoundTo is not null).ToList();
        var kept = bound.Where(each => each.Machine.BoundTo!.All(host => each.Class!.Hosts.Contains(host, StringComparer.Ordinal)))
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
            var members = rule.VirtualMachines.Where(byId.ContainsKey).Select(id => byId[id]).ToList();
            var ofClass = members.GroupBy(each => each.Class!).ToList();
            if (rule.Kind == VmVmRuleKind.Affinity)
            {
                return ofClass.Count < 2
                    ? null
                    : new RuleConflict(RuleConflictKind.Together, rule.Name, [.. members.Select(each => center.InPlan(each.Machine))]);
            }

            return ofClass.Find(same => same.Count() > same.Key.Hosts.Count) is { } many
                ? new RuleConflict(RuleConflictKind.Apart, rule.Name, [.. many.Select(each => center.InPlan(each.Machine))])
                : null;
        }
    }

    /// <summary>The class of its home; that of its present host where the home is not known or the cluster has no class of it.</summary>
    private static FrequencyClass? ClassOf(PlannedCenter center, VirtualMachineFacts machine, IReadOnlyList<FrequencyClass> classes)
    {
        var present = classes.FirstOrDefault(each => each.Hosts.Contains(center.HostOf(machine).Name, StringComparer.Ordinal));
        return machine.HomeHz is not { } home ? present
            : classes.Where(each => center.Rules.IsHarmless(each.LowHz, home) && center.Rules.IsHarmless(each.HighHz, home))
                .OrderBy(each => each == present ? 0 : 1)
                .FirstOrDefault() ?? present;
    }
}
