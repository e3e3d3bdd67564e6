namespace TimerProbe.VSphere.Inventory;

/// <summary>How far DRS moves the machines of a cluster by itself, and where rules keep them.</summary>
internal sealed record DrsPlan
{
    public const string Off = "off";

    /// <summary>Rules of a cluster, and groups, that are read at most.</summary>
    public const int MaxRules = 5_000;

    /// <summary>Members read of a rule or group at most, its name and the like among them; a cluster has 10,000 machines.</summary>
    public const int MaxMembers = 20_000;

    private const string HostGroup = "ClusterHostGroup", MachineGroup = "ClusterVmGroup";

    public static readonly DrsPlan Unknown = new();

    public static readonly DrsPlan None = new() { Automation = Off };

    public static IReadOnlyList<string> Members { get; } = ["drsConfig", "drsVmConfig", "rule", "group"];

    public string? Automation { get; init; }

    public IReadOnlyDictionary<string, string> Overrides { get; init; } = new Dictionary<string, string>();

    public IReadOnlyDictionary<string, IReadOnlySet<string>> AllowedHosts { get; init; } =
        new Dictionary<string, IReadOnlySet<string>>();

    public IReadOnlyDictionary<string, IReadOnlySet<string>> RequiredHosts { get; init; } =
        new Dictionary<string, IReadOnlySet<string>>();

    /// <summary>The enabled rules between machines, also where DRS is off: they say what the administrator wants.</summary>
    public IReadOnlyList<VmVmRule> VmRules { get; init; } = [];

    public bool HasTooMany { get; init; }

    public string? GetAutomation(string machine) =>
        Automation is null or Off ? Automation : Overrides.GetValueOrDefault(machine, Automation);

    public static DrsPlan Parse(VimValue configuration, IReadOnlyCollection<string> hosts)
    {
        var drs = configuration["drsConfig"];
        var automation = drs?["enabled"]?.AsBoolean() switch
        {
            true => drs["defaultVmBehavior"]?.Text,
            false => Off,
            null => null,
        };
        var allowsOverrides = drs?["enableVmBehaviorOverrides"]?.AsBoolean() != false;
        var plan = new DrsPlan
        {
            Automation = automation,
            Overrides = allowsOverrides ? OverridesIn(Of(configuration, "drsVmConfig")) : Unknown.Overrides,
        };
        VimValue[] rules = [.. Of(configuration, "rule")];
        VimValue[] all = [.. Of(configuration, "group")];
        if (Math.Max(rules.Length, all.Length) > MaxRules || rules.Concat(all).Any(item => item.Members.Count > MaxMembers))
        {
            return plan with { HasTooMany = true };
        }

        // Of equal groups the first counts, and each is read when it is asked for.
        var groups = all.DistinctBy(group => (group["name"]?.Text, group.Type))
            .ToDictionary(group => (group["name"]?.Text, group.Type), group => new Lazy<HashSet<string>>(() => GetIds(group)));
        return plan with
        {
            AllowedHosts = Hosts(rules.Where(rule => automation != Off || IsMandatory(rule)), GetMembers, hosts),
            VmRules = MachineRules(rules),
            RequiredHosts = Hosts(rules.Where(IsMandatory), GetMembers, hosts),
        };

        HashSet<string>? GetMembers(string? name, string type) =>
            name is not null && groups.TryGetValue((name, type), out var ids) ? ids.Value : null;
    }

    private static HashSet<string> GetIds(VimValue group) =>
        Of(group, group.Type == MachineGroup ? "vm" : "host").Select(member => member.Text).ToHashSet();

    private static IEnumerable<VimValue> Of(VimValue configuration, string member) =>
        configuration.Members.Where(value => value.Name == member);

    private static bool IsMandatory(VimValue rule) => rule["mandatory"]?.AsBoolean() == true;

    private static Dictionary<string, string> OverridesIn(IEnumerable<VimValue> machines)
    {
        var overrides = new Dictionary<string, string>();
        foreach (var machine in machines)
        {
            var automation = machine["enabled"]?.AsBoolean() == false ? Off : machine["behavior"]?.Text;
            if (machine["key"]?.Text is { Length: > 0 } id && automation is { Length: > 0 })
            {
                overrides[id] = automation;
            }
        }

        return overrides;
    }

    private static Dictionary<string, IReadOnlySet<string>> Hosts(
        IEnumerable<VimValue> rules, Func<string?, string, HashSet<string>?> getMembers, IReadOnlyCollection<string> hosts)
    {
        var bounds = new Dictionary<string, IReadOnlySet<string>>();
        foreach (var ofGroup in rules.Where(rule => rule.Type == "ClusterVmHostRuleInfo" && rule["enabled"]?.AsBoolean() == true)
            .GroupBy(rule => rule["vmGroupName"]?.Text))
        {
            // Several rules hold together; the rules of one group once for all of its machines.
            var allowed = ofGroup.Select(rule => (Affine: rule["affineHostGroupName"]?.Text, AntiAffine: rule["antiAffineHostGroupName"]?.Text))
                .Distinct()
                .Select(rule => Allowed(getMembers(rule.Affine, HostGroup), getMembers(rule.AntiAffine, HostGroup), hosts))
                .OfType<HashSet<string>>()
                .Aggregate((HashSet<string>?)null, Both);
            foreach (var machine in allowed is null ? [] : getMembers(ofGroup.Key, MachineGroup) ?? [])
            {
                bounds[machine] = Both(bounds.GetValueOrDefault(machine), allowed!);
            }
        }

        return bounds;
    }

    private static IReadOnlyList<VmVmRule> MachineRules(IEnumerable<VimValue> rules) =>
    [
        .. from rule in rules
           where rule["enabled"]?.AsBoolean() == true
           let kind = GetKind(rule.Type)
           where kind is not null
           let machines = rule.Members.Where(value => value.Name == "vm")
               .Select(value => value.Text)
               .Where(id => id.Length > 0)
               .Distinct()
               .ToList()
           where machines.Count > 1
           select new VmVmRule(ObjectContent.DecodeName(rule["name"]?.Text ?? ""), kind.Value, machines),
    ];

    private static VmVmRuleKind? GetKind(string? type) => type switch
    {
        "ClusterAffinityRuleSpec" => VmVmRuleKind.Affinity,
        "ClusterAntiAffinityRuleSpec" => VmVmRuleKind.AntiAffinity,
        _ => null,
    };

    private static HashSet<string> Both(IReadOnlySet<string>? one, HashSet<string> other) =>
        one is null ? other : one.Where(other.Contains).ToHashSet();

    private static HashSet<string>? Allowed(HashSet<string>? affine, HashSet<string>? antiAffine, IReadOnlyCollection<string> hosts) =>
        affine is null && antiAffine is null ? null : (affine ?? hosts).Where(host => antiAffine?.Contains(host) is not true).ToHashSet();
}
