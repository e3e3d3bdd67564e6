using TimerProbe.Core.Facts;
using TimerProbe.Core.Watching;
using TimerProbe.Fleet.Changes;

namespace TimerProbe.Application.Watching;

/// <summary>What of the lines of a watch is worth keeping: its levels, and what changed besides them.</summary>
/// <param name="machine">The machine it watches.</param>
/// <param name="time">The clock that ids are made by.</param>
internal sealed class WatchLineFilter(MachineFacts machine, TimeProvider time)
{
    /// <summary>What of a line is; null for nothing.</summary>
    public WatchFindings? Of(WatchLine line) => line switch
    {
        WatchLevelFound found => Found([Measurement(found.At, found.Level)], []),
        WatchChanged changed => Found([Measurement(changed.LastBefore.At, changed.From), Measurement(changed.At, changed.To)], []),
        WatchHostChanged { SessionId: { } session } moved when session != moved.SessionIdBefore =>
            Found([], [new FleetChange { Kind = ChangeKind.SessionChanged, At = moved.At, Subject = ChangeSubject.Guest, Name = machine.Name }]),
        _ => null,
    };

    /// <summary>Findings of this machine.</summary>
    public WatchFindings Found(IReadOnlyList<GuestMeasurement> measurements, IReadOnlyList<FleetChange> changes) =>
        new(Guid.CreateVersion7(time.GetUtcNow()), machine.Name, machine.SmbiosUuid, measurements, changes);

    private static GuestMeasurement Measurement(DateTimeOffset at, WatchLevel level) => new()
    {
        At = at,
        Source = MeasurementSource.Watch,
        State = level.State,
        Cause = level.Cause,
        Median = level.PreciseTimeNs,
    };
}
