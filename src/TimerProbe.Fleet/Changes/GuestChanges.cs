using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;

namespace TimerProbe.Fleet.Changes;

/// <summary>Tells what changed between measurements of one guest.</summary>
public static class GuestChanges
{
    /// <summary>
    /// The changes: each verdict that is another one than the last, and the first one ever where it is slow: who is
    /// slow from the start is told of too. An unclear one is none: a busy machine is no change.
    /// </summary>
    /// <param name="name">The guest's name.</param>
    /// <param name="before">The last one before them with a verdict; null when there is none. What is not newer changes nothing.</param>
    /// <param name="measurements">The measurements, in the order of time.</param>
    public static IEnumerable<FleetChange> Along(string name, GuestMeasurement? before, IEnumerable<GuestMeasurement> measurements)
    {
        foreach (var later in measurements.Where(each => each.State != ClockState.Unclear))
        {
            if (before is null || later.At > before.At)
            {
                if (before is null ? later.State == ClockState.Slow : before.State != later.State)
                {
                    yield return Changed(name, before, later);
                }

                before = later;
            }
        }
    }

    private static FleetChange Changed(string name, GuestMeasurement? earlier, GuestMeasurement later) => new()
    {
        Kind = ChangeKind.VerdictChanged,
        At = later.At,
        Subject = ChangeSubject.Guest,
        Name = name,
        What = later.Cause.ToDocumentName(),
        Earlier = earlier?.State.ToDocumentName(),
        Later = later.State.ToDocumentName(),
    };
}
