namespace TimerProbe.Core.Facts;

/// <summary>A cluster, or the hosts outside of any.</summary>
public sealed record ClusterFacts
{
    /// <summary>Its name in the inventory.</summary>
    [Pseudonym(NameKind.Cluster)]
    public required string Name { get; init; }

    /// <summary>Its managed object id, such as <c>domain-c8</c>.</summary>
    public required string Id { get; init; }

    /// <summary>Its datacenter.</summary>
    [Pseudonym(NameKind.Datacenter)]
    public string? Datacenter { get; init; }

    /// <summary>DRS's automation: <c>off</c>, <c>manual</c>, <c>partiallyAutomated</c>, <c>fullyAutomated</c>; null when unknown.</summary>
    public string? Drs { get; init; }

    /// <summary>The EVC mode of its hosts, such as <c>intel-broadwell</c>; null without one. It does not make frequencies equal.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? EvcMode { get; init; }

    /// <summary>Its hosts grouped by frequency.</summary>
    public IReadOnlyList<FrequencyClass> FrequencyClasses { get; init => field = value ?? []; } = [];

    /// <summary>Its enabled DRS rules between virtual machines; null without any.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<VmVmRule>? VmRules { get; init; }

    /// <summary>Whether DRS acts without being asked, of a cluster or a machine.</summary>
    internal static bool IsDrsAutomatic(string? drs) => drs is "partiallyAutomated" or "fullyAutomated";

    /// <summary>DRS's automation, of a cluster or a machine, in words.</summary>
    public static string DescribeDrs(string? drs) => drs switch
    {
        null => "unknown",
        "fullyAutomated" => "fully automated",
        "partiallyAutomated" => "partially automated",
        _ => drs,
    };
}
