using TimerProbe.Core.Facts;
using TimerProbe.Fleet.Changes;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Saving;

/// <summary>What a guest measured, and the changes that it makes.</summary>
internal static class GuestSaving
{
    /// <summary>Saves measurements without a document, and what changed.</summary>
    public static async Task<IReadOnlyList<FleetChange>> RecordAsync(
        StoreSession session, MachineFacts machine, IReadOnlyList<GuestMeasurement> measurements, IReadOnlyList<FleetChange> others, SaveOptions? options)
    {
        var clock = await session.ReadClockAsync();
        var ordered = measurements.Select(each => each with { At = clock.Order(each.At) }).ToList();
        var (guest, before) = await GuestRows.InsertAsync(session, machine.Name, machine.SmbiosUuid, runId: null, ordered);
        FleetChange[] changes = [.. GuestChanges.Along(machine.Name, before, ordered).Concat(others.Select(each => each with { At = clock.Order(each.At) })).OrderBy(change => change.At)];
        await ChangeRows.InsertAsync(session, runId: null, guest, changes);
        if (changes.Length > 0 && options?.Alerts is { } alerts)
        {
            await AlertRows.InsertAsync(session, alerts(new SavedRun { RunId = 0, DocumentId = Guid.Empty, Changes = changes }), changes[^1].At, changes[^1].At < clock.Local ? changes[^1].At : clock.Local);
        }

        return changes;
    }
}
