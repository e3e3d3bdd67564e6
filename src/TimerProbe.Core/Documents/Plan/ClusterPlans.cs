using System.Text.Json.Serialization;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Core.Names;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Documents;

/// <summary>What more hosts in a cluster do to clocks, new ones or those of another cluster.</summary>
public sealed record ClusterChange
{
    /// <summary>The vCenter, as the scan names it.</summary>
    [Pseudonym(NameKind.Vcenter)]
    public required string Server { get; init; }

    /// <summary>The clusters: one that hosts are added to, or two that are merged.</summary>
    [Pseudonym(NameKind.Cluster)]
    public required IReadOnlyList<string> Clusters { get; init; }

    /// <summary>How many hosts are added; null for a merge.</summary>
    public int? AddedHosts { get; init; }

    /// <summary>Their frequency; null for a merge.</summary>
    public Frequency? AddedHz { get; init; }

    /// <summary>Their processor, as given; null when not.</summary>
    public string? AddedProcessor { get; init; }

    /// <summary>The frequency classes now, of all the clusters.</summary>
    public required IReadOnlyList<FrequencyClass> Before { get; init; }

    /// <summary>The frequency classes afterwards; a host that is added is named <c>new 1</c> and so on.</summary>
    public required IReadOnlyList<FrequencyClass> After { get; init; }

    /// <summary>How many machines run slow now, and how many clocks are not known.</summary>
    public required SlowForecast Now { get; init; }

    /// <summary>How many run slow after DRS's first pass.</summary>
    public required SlowForecast FirstPass { get; init; }

    /// <summary>
    /// Whether DRS moves machines by itself there; where not, the first pass is what an administrator who follows its advice gets.
    /// </summary>
    public required bool DrsMoves { get; init; }

    /// <summary>Whether machines away from home were measured fast on such a processor.</summary>
    public required IReadOnlyList<ScalingShown> Scaling { get; init; }

    /// <summary>How many machines must rules keep from the hosts that are new to them.</summary>
    public required int HeldByRules { get; init; }

    /// <summary>What a host is called that is not there yet.</summary>
    /// <param name="number">Which, from 1.</param>
    internal static string NameOfAdded(int number) => FormattableString.Invariant($"new {number}");

    internal bool IsAdded(string host) => Enumerable.Range(1, AddedHosts ?? 0).Select(NameOfAdded).Contains(host, StringComparer.Ordinal);
}

/// <summary>What measurements show of hardware TSC scaling on a processor and a build of ESXi.</summary>
/// <param name="Processor">The processor's brand string.</param>
/// <param name="Build">The build of ESXi; null when not reported.</param>
/// <param name="Fast">How many machines away from home were measured fast there.</param>
/// <param name="Slow">How many were measured slow there.</param>
public sealed record ScalingShown(string Processor, string? Build, int Fast, int Slow);

/// <summary>The DRS groups and rules that keep a cluster's machines with their frequency class.</summary>
/// <param name="Server">The vCenter, as the scan names it.</param>
/// <param name="Cluster">The cluster.</param>
/// <param name="ClusterId">Its managed object id.</param>
/// <param name="Datacenter">Its datacenter; null when not reported.</param>
/// <param name="Rules">One VM-Host rule with its two groups a class; none where one class needs none.</param>
/// <param name="AlreadyKept">How many machines present rules already keep there.</param>
/// <param name="Conflicts">What present rules contradict.</param>
public sealed record ClusterRules(
    [property: Pseudonym(NameKind.Vcenter)] string Server,
    [property: Pseudonym(NameKind.Cluster)] string Cluster,
    string ClusterId,
    [property: Pseudonym(NameKind.Datacenter)] string? Datacenter,
    IReadOnlyList<ClassRule> Rules,
    int AlreadyKept,
    IReadOnlyList<RuleConflict> Conflicts);

/// <summary>A rule "should run on hosts in group" with its two groups.</summary>
/// <param name="Name">The rule's name.</param>
/// <param name="HostGroup">The host group's name.</param>
/// <param name="VmGroup">The VM group's name.</param>
/// <param name="Class">The frequency class.</param>
/// <param name="Machines">The machines of the VM group.</param>
/// <param name="ByPresentHost">How many of them are there by their present host, since their home is not known.</param>
public sealed record ClassRule(
    string Name, string HostGroup, string VmGroup, FrequencyClass Class, IReadOnlyList<MachineOfPlan> Machines, int ByPresentHost)
{
    /// <summary>The managed object ids of the class's hosts.</summary>
    public IReadOnlyList<string> HostIds { get; init => field = value ?? []; } = [];
}

/// <summary>A present rule that contradicts a proposed one.</summary>
/// <param name="Kind">What kind of rule.</param>
/// <param name="Rule">Its name; null of a VM-Host rule, whose name is not read.</param>
/// <param name="Machines">The machines it is about.</param>
public sealed record RuleConflict(
    RuleConflictKind Kind,
    [property: Pseudonym(NameKind.Rule)] string? Rule,
    IReadOnlyList<MachineOfPlan> Machines);

/// <summary>What contradicts a proposed rule.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<RuleConflictKind>))]
public enum RuleConflictKind
{
    /// <summary>A VM-Host rule leaves the machine no host of its class.</summary>
    BoundElsewhere,

    /// <summary>A rule keeps machines of different classes together.</summary>
    Together,

    /// <summary>A rule keeps more machines of a class apart than it has hosts.</summary>
    Apart,
}
