using TimerProbe.Core.Documents;
using TimerProbe.Fleet.Changes;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Saving;

/// <summary>What a check leaves besides its document: a measurement, and a change if the verdict is another one than before.</summary>
internal static class CheckSaving
{
    public static async Task<SavedRun> SaveAsync(StoreSession session, CheckDocument document, SavedRun run)
    {
        var measured = GuestMeasurement.Of(document);
        var (guest, before) = await GuestRows.InsertAsync(session, document.Machine.Name, document.Machine.SmbiosUuid, run.RunId, [measured]);
        if (before?.At >= measured.At)
        {
            return run with { Late = [document.Machine.Name] };
        }

        IReadOnlyList<FleetChange> changes = [.. GuestChanges.Along(document.Machine.Name, before, [measured])];
        await ChangeRows.InsertAsync(session, run.RunId, guest, changes);
        return run with { Changes = [.. run.Changes, .. changes] };
    }
}
