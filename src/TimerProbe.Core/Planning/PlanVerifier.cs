using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Planning;

/// <summary>Compares a plan's moves with where its machines are in later scans.</summary>
internal static class PlanVerifier
{
    public static PlanVerification Verify(IReadOnlyList<PlannedCenter> centers, PlanDocument plan)
    {
        var machines = centers.SelectMany(center => center.Facts.VirtualMachines.Select(machine => (Center: center, Machine: machine)))
            .DistinctBy(each => (each.Center.Facts.Server, each.Machine.Id))
                .ToDictionary(each => (each.Center.Facts.Server, each.Machine.Id));

        // A machine that moves twice ends where the last move takes it.
        var moves = plan.Moves.GroupBy(move => (move.Server, move.MachineId)).Select(same =>
            same.Last() with { From = same.First().From, FromId = same.First().FromId, Before = same.First().Before })
            .Select(move => machines.TryGetValue(
                (move.Server, move.MachineId), out var found) ? Of(move, found.Center, found.Machine, plan.MadeAt)
                : new VerifiedMove(move, MoveOutcome.Gone, null, null, null, null, PowerCycled: false)).ToList();
        return new PlanVerification(
            plan.Id,
            plan.MadeAt,
            moves,
            moves.Count(each => each is { Now: ClockExpectation.Slow, Move.Before: not ClockExpectation.Slow }));
    }

    private static VerifiedMove Of(PlannedMove move, PlannedCenter center, VirtualMachineFacts machine, DateTimeOffset madeAt)
    {
        var isOff = machine.Placement == Facts.Placement.Off;
        var measured = machine.GuestResult is { MeasuredAt: { } at, Stale: null } result && at > madeAt ? result : null;
        var outcome = isOff
            ? MoveOutcome.Off
            : machine.HostId == move.ToId ? MoveOutcome.Done : machine.HostId == move.FromId ? MoveOutcome.NotDone : MoveOutcome.Otherwise;
        return new VerifiedMove(
            move,
            outcome,
            machine.Host,
            isOff ? null : center.Now(machine),
            measured?.State,
            measured?.MeasuredAt,
            machine.BootTime > madeAt);
    }
}
