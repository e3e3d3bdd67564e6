using TimerProbe.Core.Documents;
using TimerProbe.Fleet.Changes;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Saving;

/// <summary>What a check leaves besides its document: a measurement, and a change if the verdict is another one than before.</summary>
internal static class CheckSaving
{
    public static async Task<SavedRun> SaveAsync(StoreSession session, CheckDocument document, SavedRun run, RunTime time)
    {
        var measured = GuestMeasurement.From(document) with { At = time.Of(document.StartedAt) };
        var (guest, before) = await GuestRows.InsertAsync(
            session, document.Machine.Name, document.Machine.SmbiosUuid, run.RunId, [measured]);
        if (before is not null && time.Clock.IsFuture(before.At))
        {
            // A clock that was wrong, and no reason to keep silent until its time has come.
            before = await session.FirstReadableAsync(
                "guest-measurement-before",
                GuestRows.ReadMeasurement,
                ("guest_id", guest),
                ("now", time.Clock.Store.ToUnixTimeMilliseconds()),
                ("run_id", run.RunId));
        }

        if (before?.At >= measured.At)
        {
            return run with { Late = [document.Machine.Name] };
        }

        IReadOnlyList<FleetChange> changes = [.. GuestChanges.Along(document.Machine.Name, before, [measured])];
        await ChangeRows.InsertAsync(session, run.RunId, guest, changes);
        return run with { Changes = [.. run.Changes, .. changes] };
    }
}
