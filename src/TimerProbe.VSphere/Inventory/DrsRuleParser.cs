using TimerProbe.Core.Facts;
using TimerProbe.VSphere.Queries;

namespace TimerProbe.VSphere.Inventory;

/// <summary>Understands DRS rules: between groups of machines and groups of hosts, and between machines.</summary>
internal static class DrsRuleParser
{
    /// <param name="rules">The rules of a cluster; those of other kinds do not count.</param>
    /// <param name="groups">Its groups.</param>
    /// <param name="hosts">The ids of its hosts.</param>
    /// <returns>The ids of the hosts that a machine is kept on, by its id.</returns>
    public static IReadOnlyDictionary<string, IReadOnlySet<string>> Parse(
        IEnumerable<VimValue> rules, IReadOnlyList<VimValue> groups, IReadOnlyCollection<string> hosts)
    {
        var bounds = new Dictionary<string, IReadOnlySet<string>>(StringComparer.Ordinal);
        foreach (var rule in rules.Where(rule => rule.Type == "ClusterVmHostRuleInfo" && rule["enabled"]?.AsBoolean() == true))
        {
            if (Allowed(rule, groups, hosts) is not { } allowed)
            {
                continue;
            }

            foreach (var machine in Ids(groups, rule["vmGroupName"]?.Text, "vm") ?? [])
            {
                // Several rules hold together.
                bounds[machine] = bounds.TryGetValue(machine, out var before)
                    ? before.Intersect(allowed, StringComparer.Ordinal).ToHashSet(StringComparer.Ordinal)
                    : allowed;
            }
        }

        return bounds;
    }

    /// <summary>The enabled rules that keep machines together or apart.</summary>
    /// <param name="rules">The rules of a cluster; those of other kinds do not count.</param>
    public static IReadOnlyList<VmVmRule> ParseVmRules(IEnumerable<VimValue> rules) =>
    [
        .. from rule in rules
           where rule["enabled"]?.AsBoolean() == true
           let kind = KindOf(rule.Type)
           where kind is not null
           let machines = rule.Members.Where(value => value.Name == "vm")
               .Select(value => value.Text)
               .Where(id => id.Length > 0)
               .Distinct(StringComparer.Ordinal)
               .ToList()
           where machines.Count > 1
           select new VmVmRule(InventoryName.Decode(rule["name"]?.Text ?? ""), kind.Value, machines),
    ];

    private static VmVmRuleKind? KindOf(string? type) => type switch
    {
        "ClusterAffinityRuleSpec" => VmVmRuleKind.Affinity,
        "ClusterAntiAffinityRuleSpec" => VmVmRuleKind.AntiAffinity,
        _ => null,
    };

    private static HashSet<string>? Allowed(VimValue rule, IReadOnlyList<VimValue> groups, IReadOnlyCollection<string> hosts)
    {
        var affine = Ids(groups, rule["affineHostGroupName"]?.Text, "host");
        var antiAffine = Ids(groups, rule["antiAffineHostGroupName"]?.Text, "host");
        return affine ?? (antiAffine is null ? null : hosts.Except(antiAffine, StringComparer.Ordinal).ToHashSet(StringComparer.Ordinal));
    }

    /// <summary>The members of a group; null when there is no such group.</summary>
    private static HashSet<string>? Ids(IReadOnlyList<VimValue> groups, string? name, string member) =>
        name is { Length: > 0 } && groups.FirstOrDefault(group => group["name"]?.Text == name && group.Type == TypeOf(member)) is { } found
            ? found.Members.Where(value => value.Name == member).Select(value => value.Text).ToHashSet(StringComparer.Ordinal)
            : null;

    private static string TypeOf(string member) => member == "vm" ? "ClusterVmGroup" : "ClusterHostGroup";
}
