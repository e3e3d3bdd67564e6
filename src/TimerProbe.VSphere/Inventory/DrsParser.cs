using TimerProbe.Core.Facts;
using TimerProbe.VSphere.Queries;

namespace TimerProbe.VSphere.Inventory;

/// <summary>How far DRS moves the machines of a cluster by itself, and where rules keep them.</summary>
internal sealed record DrsPlan
{
    public const string Off = "off";

    public static readonly DrsPlan Unknown = new();

    /// <summary>Outside of clusters there is no DRS.</summary>
    public static readonly DrsPlan None = new() { Automation = Off };

    /// <summary>The cluster's automation; null when unknown.</summary>
    public string? Automation { get; init; }

    /// <summary>The automation of machines that have their own, by their ids.</summary>
    public IReadOnlyDictionary<string, string> Overrides { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>The ids of the hosts that rules keep a machine on, by its id.</summary>
    public IReadOnlyDictionary<string, IReadOnlySet<string>> Bounds { get; init; } =
        new Dictionary<string, IReadOnlySet<string>>(StringComparer.Ordinal);

    /// <summary>The same of those rules alone that must be kept: a move by hand is refused, too.</summary>
    public IReadOnlyDictionary<string, IReadOnlySet<string>> Musts { get; init; } =
        new Dictionary<string, IReadOnlySet<string>>(StringComparer.Ordinal);

    /// <summary>The enabled rules between machines, also where DRS is off: they say what is meant to be kept.</summary>
    public IReadOnlyList<VmVmRule> VmRules { get; init; } = [];

    /// <summary>The automation of a machine; null when unknown.</summary>
    public string? AutomationOf(string machine) =>
        Automation is null or Off ? Automation : Overrides.GetValueOrDefault(machine, Automation);
}

/// <summary>Understands a cluster's <c>configurationEx</c>.</summary>
internal static class DrsParser
{
    public static IReadOnlyList<string> Members { get; } = ["drsConfig", "drsVmConfig", "rule", "group"];

    public static DrsPlan Parse(VimValue configuration, IReadOnlyCollection<string> hosts)
    {
        var drs = configuration["drsConfig"];
        var automation = drs?["enabled"]?.AsBoolean() switch
        {
            true => drs["defaultVmBehavior"]?.Text,
            false => DrsPlan.Off,
            null => null,
        };
        VimValue[] groups = [.. Of(configuration, "group")];
        var rules = Of(configuration, "rule");
        var allowsOverrides = drs?["enableVmBehaviorOverrides"]?.AsBoolean() != false;
        return new DrsPlan
        {
            Automation = automation,
            Overrides = allowsOverrides ? Overrides(Of(configuration, "drsVmConfig")) : DrsPlan.Unknown.Overrides,
            Bounds = DrsRuleParser.Parse(rules.Where(rule => automation != DrsPlan.Off || IsMandatory(rule)), groups, hosts),
            VmRules = DrsRuleParser.ParseVmRules(rules),
            Musts = DrsRuleParser.Parse(rules.Where(IsMandatory), groups, hosts),
        };
    }

    private static IEnumerable<VimValue> Of(VimValue configuration, string member) =>
        configuration.Members.Where(value => value.Name == member);

    /// <summary>A rule that must be kept is kept also where DRS is off.</summary>
    private static bool IsMandatory(VimValue rule) => rule["mandatory"]?.AsBoolean() == true;

    private static Dictionary<string, string> Overrides(IEnumerable<VimValue> machines)
    {
        var overrides = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var machine in machines)
        {
            var automation = machine["enabled"]?.AsBoolean() == false ? DrsPlan.Off : machine["behavior"]?.Text;
            if (machine["key"]?.Text is { Length: > 0 } id && automation is { Length: > 0 })
            {
                overrides[id] = automation;
            }
        }

        return overrides;
    }
}

/// <summary>Understands DRS rules: between groups of machines and groups of hosts, and between machines.</summary>
internal static class DrsRuleParser
{
    /// <summary>The ids of the hosts that a machine is kept on, by its id. Rules of other kinds do not count.</summary>
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
        return affine is null && antiAffine is null
            ? null
            : (affine ?? hosts).Except(antiAffine ?? [], StringComparer.Ordinal).ToHashSet(StringComparer.Ordinal);
    }

    /// <summary>The members of a group; null when there is no such group.</summary>
    private static HashSet<string>? Ids(IReadOnlyList<VimValue> groups, string? name, string member) =>
        name is not null && groups.FirstOrDefault(group => group["name"]?.Text == name && group.Type == TypeOf(member)) is { } found
            ? found.Members.Where(value => value.Name == member).Select(value => value.Text).ToHashSet(StringComparer.Ordinal)
            : null;

    private static string TypeOf(string member) => member == "vm" ? "ClusterVmGroup" : "ClusterHostGroup";
}
