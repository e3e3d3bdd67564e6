using TimerProbe.Core.Documents;

namespace TimerProbe.Fleet.Changes;

/// <summary>Tells what changed between two measurements of one guest.</summary>
public static class GuestChanges
{
    /// <summary>The changes: a verdict that is another one.</summary>
    /// <param name="name">The guest's name.</param>
    /// <param name="earlier">The measurement before; null before the first, which changes nothing.</param>
    /// <param name="later">The measurement now.</param>
    public static IReadOnlyList<FleetChange> Between(string name, GuestMeasurement? earlier, GuestMeasurement later) => earlier is null || earlier.State == later.State ? [] :
    [
        new FleetChange
        {
            Kind = ChangeKind.VerdictChanged,
            At = later.At,
            Subject = ChangeSubject.Guest,
            Name = name,
            What = later.Cause.ToDocumentName(),
            Earlier = earlier.State.ToDocumentName(),
            Later = later.State.ToDocumentName(),
        },
    ];
}
