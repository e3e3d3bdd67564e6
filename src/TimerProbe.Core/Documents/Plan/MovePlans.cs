namespace TimerProbe.Core.Documents;

/// <summary>What emptying hosts does to clocks.</summary>
public sealed record EvacuationPlan
{
    /// <summary>The names of the hosts to be emptied.</summary>
    [Pseudonym(NameKind.Host)]
    public required IReadOnlyList<string> Hosts { get; init; }

    /// <summary>The names asked for that no scan has.</summary>
    [Pseudonym(NameKind.Host)]
    public required IReadOnlyList<string> NotFound { get; init; }

    /// <summary>The running machines on them, those that cannot stay fast first; fault tolerance secondaries are not among them.</summary>
    public required IReadOnlyList<EvacuatedMachine> Machines { get; init; }

    /// <summary>How many of these run slow when DRS alone empties the hosts, wherever its rules let it.</summary>
    public required SlowForecast FreeDrs { get; init; }

    /// <summary>How many of these run slow with the proposed moves, those without one left to DRS.</summary>
    public required SlowForecast WithMoves { get; init; }

    /// <summary>How many fault tolerance secondaries are on the hosts; vSphere places them.</summary>
    public required int Secondaries { get; init; }

    /// <summary>How many machines on the hosts are powered off; they have no clock.</summary>
    public required int PoweredOff { get; init; }

    /// <summary>How many are suspended; one resumed on a host of another frequency that does not scale the TSC is slow.</summary>
    public required int Suspended { get; init; }

    /// <summary>The order for patching every host of the clusters touched, a round a cluster.</summary>
    public required IReadOnlyList<PatchRound> Rounds { get; init; }
}

/// <summary>A running machine on a host to be emptied.</summary>
/// <param name="Machine">The machine.</param>
/// <param name="Now">How its clock reads now.</param>
/// <param name="FastHosts">The hosts of its cluster that rules and maintenance leave it, and where it is fast.</param>
/// <param name="UnknownHosts">Those where its clock is not known.</param>
/// <param name="SlowHosts">Those where it is slow.</param>
/// <param name="Elsewhere">Hosts of other clusters with its home's frequency, its datastores and its networks; that they take it is
/// expected.</param>
/// <param name="To">The host proposed; null without a proposal.</param>
/// <param name="Obstacle">What left none; null with one.</param>
public sealed record EvacuatedMachine(
    MachineOfPlan Machine,
    PlannedClock Now,
    [property: Pseudonym(NameKind.Host)] IReadOnlyList<string> FastHosts,
    [property: Pseudonym(NameKind.Host)] IReadOnlyList<string> UnknownHosts,
    [property: Pseudonym(NameKind.Host)] IReadOnlyList<string> SlowHosts,
    [property: Pseudonym(NameKind.Host)] IReadOnlyList<string> Elsewhere,
    [property: Pseudonym(NameKind.Host)] string? To,
    PlanObstacle? Obstacle);

/// <summary>A rolling patch of one cluster.</summary>
/// <param name="Server">The vCenter, as the scan names it.</param>
/// <param name="Cluster">The cluster.</param>
/// <param name="Steps">A host each, in order.</param>
/// <param name="EverSlow">How many machines are slow at some time from the start to the end, or may be where their home is not known.</param>
/// <param name="PowerCycles">How many are slow at its end and only a power cycle makes fast.</param>
public sealed record PatchRound(
    [property: Pseudonym(NameKind.Vcenter)] string Server,
    [property: Pseudonym(NameKind.Cluster)] string Cluster,
    IReadOnlyList<PatchStep> Steps,
    int EverSlow,
    int PowerCycles)
{
    /// <summary>How many of them are slow before it begins.</summary>
    public int SlowBefore { get; init; }
}

/// <summary>Patching one host.</summary>
/// <param name="Host">The host.</param>
/// <param name="HostId">Its managed object id.</param>
/// <param name="FrequencyClass">Its class; null without a frequency.</param>
/// <param name="Out">The moves that empty it; one that is slow afterwards has nowhere else to go, and returns.</param>
/// <param name="Back">The moves after it was patched.</param>
/// <param name="Stuck">The machines that no other host takes, by name: they keep the host from being emptied.</param>
public sealed record PatchStep(
    [property: Pseudonym(NameKind.Host)] string Host,
    string HostId,
    [property: Pseudonym(NameKind.FrequencyClass)] string? FrequencyClass,
    IReadOnlyList<PlannedMove> Out,
    IReadOnlyList<PlannedMove> Back,
    [property: Pseudonym(NameKind.Vm)] IReadOnlyList<string> Stuck);

/// <summary>What moves without downtime bring home.</summary>
/// <param name="SlowNow">How many machines run slow now, measured or expected; of those with the raw TSC none does.</param>
/// <param name="UnknownNow">How many clocks are not known.</param>
/// <param name="BroughtHome">How many of the slow ones the moves make fast.</param>
/// <param name="Waves">How many waves the moves are in.</param>
/// <param name="Remaining">Those that stay slow.</param>
/// <param name="Windows">The same, in maintenance windows in which they are powered off and on.</param>
public sealed record HomePlan(
    int SlowNow,
    int UnknownNow,
    int BroughtHome,
    int Waves,
    IReadOnlyList<RemainingMachine> Remaining,
    IReadOnlyList<MaintenanceWindow> Windows)
{
    /// <summary>How many of those that run slow now were measured so by their own guests; of the others it is expected.</summary>
    public int MeasuredSlow { get; init; }
}

/// <summary>A machine that stays slow.</summary>
/// <param name="Machine">The machine.</param>
/// <param name="Why">What keeps it.</param>
/// <param name="Elsewhere">Hosts of other clusters with its home's frequency, its datastores and its networks; that they take it is
/// expected.</param>
public sealed record RemainingMachine(
    MachineOfPlan Machine,
    PlanObstacle Why,
    [property: Pseudonym(NameKind.Host)] IReadOnlyList<string> Elsewhere);

/// <summary>Machines to be power-cycled together.</summary>
/// <param name="Server">The vCenter, as the scan names it.</param>
/// <param name="Name">Their folder, or their cluster where they are in none.</param>
/// <param name="IsFolder">Whether the name is a folder's.</param>
/// <param name="Machines">The machines, by name.</param>
public sealed record MaintenanceWindow(
    [property: Pseudonym(NameKind.Vcenter)] string Server,
    [property: Pseudonym(NameKind.ByRecord)] string Name,
    bool IsFolder,
    IReadOnlyList<MachineOfPlan> Machines) : INamedByKind
{
    NameKind? INamedByKind.GetKind(string member) => IsFolder ? NameKind.Folder : NameKind.Cluster;

    internal static IReadOnlyList<MaintenanceWindow> From(IEnumerable<RemainingMachine> remaining) =>
    [
        .. remaining.Select(item => item.Machine)
            .GroupBy(machine => (
                machine.Server,
                Name: machine.Folder is { Length: > 0 } folder ? folder : machine.Cluster ?? machine.Host,
                IsFolder: machine.Folder is { Length: > 0 }))
            .OrderByDescending(window => window.Count())
            .ThenBy(window => window.Key.Name, StringComparer.Ordinal)
            .ThenBy(window => window.Key.Server, StringComparer.Ordinal)
            .Select(window => new MaintenanceWindow(
                window.Key.Server,
                window.Key.Name,
                window.Key.IsFolder,
                [.. window.OrderBy(machine => machine.Name, StringComparer.Ordinal)])),
    ];
}
