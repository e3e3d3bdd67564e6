using TimerProbe.VSphere.Queries;

namespace TimerProbe.VSphere.Inventory;

/// <summary>Understands a cluster's <c>configurationEx</c>.</summary>
internal static class DrsParser
{
    /// <summary>The members that are needed.</summary>
    public static IReadOnlyList<string> Members { get; } = ["drsConfig", "drsVmConfig", "rule", "group"];

    /// <param name="configuration">The value of <c>configurationEx</c>.</param>
    /// <param name="hosts">The ids of the cluster's hosts.</param>
    public static DrsPlan Parse(VimValue configuration, IReadOnlyCollection<string> hosts)
    {
        var drs = configuration["drsConfig"];
        var automation = drs?["enabled"]?.AsBoolean() switch
        {
            true => drs["defaultVmBehavior"]?.Text,
            false => DrsPlan.Off,
            null => null,
        };
        return new DrsPlan
        {
            Automation = automation,
            Overrides = drs?["enableVmBehaviorOverrides"]?.AsBoolean() == false ? DrsPlan.Unknown.Overrides : Overrides(Of(configuration, "drsVmConfig")),
            Bounds = DrsRuleParser.Parse(
                Of(configuration, "rule").Where(rule => automation != DrsPlan.Off || IsMandatory(rule)), [.. Of(configuration, "group")], hosts),
            VmRules = DrsRuleParser.ParseVmRules(Of(configuration, "rule")),
            Musts = DrsRuleParser.Parse(Of(configuration, "rule").Where(IsMandatory), [.. Of(configuration, "group")], hosts),
        };
    }

    private static IEnumerable<VimValue> Of(VimValue configuration, string member) => configuration.Members.Where(value => value.Name == member);

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
