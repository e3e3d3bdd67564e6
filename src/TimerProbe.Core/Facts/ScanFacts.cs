namespace TimerProbe.Core.Facts;

/// <summary>
/// What of an inventory is asked for; an empty list leaves nothing out. <c>*</c> and
/// <c>?</c> are wildcards, upper and lower case are the same.
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

/// <summary>A step of a scan. Steps of one vCenter may run at the same time.</summary>
/// <param name="Server">The vCenter.</param>
/// <param name="Name">What was done: login, hosts, virtualMachines, events, performance...</param>
/// <param name="Ms">How long it took.</param>
/// <param name="Requests">The requests it sent.</param>
public sealed record ScanStep([property: Pseudonym(NameKind.Vcenter)] string Server, string Name, double Ms, long Requests)
{
    /// <summary>True where the server does not answer for single settings, so that all of each object were read.</summary>
    public bool? WholeSettings { get; init; }
}

/// <summary>A server that is left out, because it was also given by another name.</summary>
/// <param name="Server">The name that is left out.</param>
/// <param name="SameAs">The name under which it is listed.</param>
public sealed record LeftOutServer(
    [property: Pseudonym(NameKind.Vcenter)] string Server,
    [property: Pseudonym(NameKind.Vcenter)] string SameAs);

/// <summary>What became of a run that is to be saved, and of what its store has to send.</summary>
/// <param name="SavedAt">When it was saved; null when it was not: a store that takes nothing is not to look as if it did.</param>
/// <param name="PendingAlerts">How many alerts of the store are yet to be delivered; null when it could not be asked.</param>
/// <param name="OldestPendingAlertAt">When the oldest of these was made; null when there is none, or it could not be asked.</param>
/// <param name="FailedDeliveries">How many alerts were tried by this run and not taken.</param>
public sealed record SaveResult(
    DateTimeOffset? SavedAt = null,
    long? PendingAlerts = null,
    DateTimeOffset? OldestPendingAlertAt = null,
    int FailedDeliveries = 0);

/// <summary>The program that made a document.</summary>
/// <param name="Version">Its version.</param>
public sealed record ToolInfo(string Version);
