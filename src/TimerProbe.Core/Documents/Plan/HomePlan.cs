using TimerProbe.Core.Names;

namespace TimerProbe.Core.Documents;

/// <summary>What moves without downtime bring home.</summary>
/// <param name="SlowNow">How many machines are known to run slow now; of those with the raw TSC none is.</param>
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
    IReadOnlyList<MaintenanceWindow> Windows);

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
    NameKind? INamedByKind.KindOf(string member) => IsFolder ? NameKind.Folder : NameKind.Cluster;
}
