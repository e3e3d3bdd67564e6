namespace TimerProbe.Core.Documents;

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
