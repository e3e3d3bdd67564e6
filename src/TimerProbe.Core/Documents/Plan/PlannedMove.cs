namespace TimerProbe.Core.Documents;

/// <summary>A move without downtime.</summary>
/// <param name="Server">The vCenter, as the scan names it.</param>
/// <param name="Machine">The machine's name.</param>
/// <param name="MachineId">The machine's managed object id.</param>
/// <param name="Cluster">The cluster; null where it is not reported.</param>
/// <param name="From">The host it is on.</param>
/// <param name="FromId">That host's managed object id.</param>
/// <param name="To">The host it is to be moved to.</param>
/// <param name="ToId">That host's managed object id.</param>
/// <param name="Wave">The wave, from 1 on; the moves of one wave may run at once, and the next wave starts when all of them are
/// done.</param>
/// <param name="Reason">Why it is proposed.</param>
/// <param name="Before">How its clock reads now.</param>
/// <param name="After">How it is expected to read after the move.</param>
/// <param name="MemoryBytes">The memory it is counted with, estimated.</param>
/// <param name="CpuHz">The CPU it is counted with, estimated, in Hz.</param>
/// <param name="InstanceUuid">The machine's instance UUID, by which a reused id is noticed; null when not reported.</param>
public sealed record PlannedMove(
    [property: Pseudonym(NameKind.Vcenter)] string Server,
    [property: Pseudonym(NameKind.Vm)] string Machine,
    string MachineId,
    [property: Pseudonym(NameKind.Cluster)] string? Cluster,
    [property: Pseudonym(NameKind.Host)] string From,
    string FromId,
    [property: Pseudonym(NameKind.Host)] string To,
    string ToId,
    int Wave,
    MoveReason Reason,
    PlannedClock Before,
    PlannedClock After,
    long MemoryBytes,
    long CpuHz,
    [property: Pseudonym(NameKind.Uuid)] string? InstanceUuid = null);
