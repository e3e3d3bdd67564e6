using TimerProbe.Core.Json;
using TimerProbe.Fleet.Changes;
using TimerProbe.Fleet.Store.Alerts;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Saving;

/// <summary>What a guest measured, and the changes that it makes.</summary>
internal static class GuestSaving
{
    /// <summary>Saves measurements without a document, and what changed.</summary>
    public static async Task<IReadOnlyList<FleetChange>> RecordAsync(
        StoreSession session,
        string name,
        string? smbiosUuid,
        IReadOnlyList<GuestMeasurement> measurements,
        IReadOnlyList<FleetChange> others,
        SaveOptions? options)
    {
        var clock = await session.ReadClockAsync();
        var ordered = measurements.Select(each => each with { At = clock.Order(each.At) }).ToList();
        var (guest, before) = await GuestRows.InsertAsync(session, name, smbiosUuid, runId: null, ordered);
        var unknown = await UnknownAsync(session, guest, [.. others.Select(each => each with { At = clock.Order(each.At) })]);
        FleetChange[] changes = [.. GuestChanges.Along(name, before, ordered).Concat(unknown).OrderBy(change => change.At)];
        await ChangeRows.InsertAsync(session, runId: null, guest, changes);
        if (changes.Length > 0 && options?.Alerts is { } alerts)
        {
            await AlertRows.InsertAsync(
                session, alerts(new SavedRun { RunId = 0, DocumentId = Guid.Empty, Changes = changes }), changes[^1].At, due: clock.Now);
        }

        return changes;
    }

    /// <summary>Those that were not saved before: what waited elsewhere may have been saved by who did not live to say so.</summary>
    private static async Task<List<FleetChange>> UnknownAsync(StoreSession session, long guest, IReadOnlyList<FleetChange> changes)
    {
        var unknown = new List<FleetChange>();
        foreach (var change in changes)
        {
            var known = await session.FirstAsync(
                "change-known",
                row => row.Long(0),
                ("guest_id", guest),
                ("kind", change.Kind.ToDocumentName()),
                ("at", change.At.ToUnixTimeMilliseconds()));
            if (known == 0)
            {
                unknown.Add(change);
            }
        }

        return unknown;
    }
}
