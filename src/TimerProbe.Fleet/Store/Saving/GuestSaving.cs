namespace TimerProbe.Fleet.Store;

internal static class GuestSaving
{
    public static async Task<SavedRun> SaveAsync(StoreSession session, CheckDocument document, SavedRun run, RunTime time)
    {
        var measured = GuestMeasurement.From(document) with { At = time.Of(document.StartedAt) };
        var machine = document.Machine;
        var (guest, before) = await GuestRows.InsertAsync(
            session, machine.Name, machine.SmbiosUuid, run.RunId, [measured], time.Clock);
        if (before?.At >= measured.At)
        {
            return run with { Late = [machine.Name] };
        }

        IReadOnlyList<FleetChange> changes = [.. GuestMeasurement.Changes(machine.Name, before, [measured])];
        await ChangeRows.InsertAsync(session, run.RunId, guest, changes);
        return run with { Changes = [.. run.Changes, .. changes] };
    }
}
