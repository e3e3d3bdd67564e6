namespace TimerProbe.Core.Facts;

/// <summary>
/// What of an inventory is asked for; an empty list leaves nothing out. <c>*</c> and <c>?</c> are wildcards, upper and lower
/// case are the same.
/// </summary>
public sealed record ScanScope
{
    /// <summary>Names or globs of datacenters.</summary>
    [Pseudonym(NameKind.Datacenter)]
    public IReadOnlyList<string> Datacenters { get; init => field = value ?? []; } = [];

    /// <summary>Names or globs of clusters.</summary>
    [Pseudonym(NameKind.Cluster)]
    public IReadOnlyList<string> Clusters { get; init => field = value ?? []; } = [];

    /// <summary>Names, paths or globs of virtual machine folders; what is below them counts too.</summary>
    [Pseudonym(NameKind.Folder)]
    public IReadOnlyList<string> Folders { get; init => field = value ?? []; } = [];

    /// <summary>Names or globs of virtual machines.</summary>
    [Pseudonym(NameKind.Vm)]
    public IReadOnlyList<string> Names { get; init => field = value ?? []; } = [];
}
