namespace TimerProbe.Fleet.Store;

/// <summary>
/// Saves what a watch says: that it was heard, its verdict where the guest's last is another one, and its guest's moves. A line
/// that comes again changes nothing.
/// </summary>
internal static class WatchSaving
{
    private static readonly string[] Names = ["guest_id", "document_id", "heard_at", "state"];

    public static async Task<SavedRun> SaveAsync(StoreSession session, WatchLine line, SaveOptions? options)
    {
        var clock = await session.ReadClockAsync();
        var machine = line.Machine;
        var (guest, before) = await GuestRows.FindOrInsertAsync(session, machine.Name, machine.SmbiosUuid, clock);
        var watch = await session.FirstAsync(
            "watch-find", row => ((string Id, WatchCondition Condition)?)(row.Text(0), row.Name<WatchCondition>(1)), ("guest_id", guest));
        var id = line.Id.ToString();
        if (watch?.Id == id)
        {
            return new SavedRun { RunId = 0, DocumentId = line.Id, WasThere = true };
        }

        var condition = line.Event == WatchEvent.Stopped ? WatchCondition.Stopped : WatchCondition.Watching;
        session.Defer("watch-heard", Names, [[guest, id, clock.Store.ToUnixTimeMilliseconds(), condition.ToDocumentName()]]);
        var changes = new List<FleetChange>();
        var said = GuestChanges.Measured(line) is { } measured ? measured with { At = clock.Order(measured.At) } : null;
        if (said is not null
            && (before?.State, before?.Cause) != (said.State, said.Cause)
            && (line.Event == WatchEvent.Changed || before is null || said.At > before.At))
        {
            GuestRows.Insert(session, machine.Name, machine.SmbiosUuid, guest, runId: null, [said]);
            changes.AddRange(GuestChanges.Between(machine.Name, before, [said]));
        }

        foreach (var move in line.Beside.Moves.Where(move => move.SessionId is not null && move.SessionId != move.SessionIdBefore))
        {
            var change = Change(ChangeKind.SessionChanged, machine.Name, clock.Order(move.At));
            changes.AddRange(await IsKnownAsync(session, guest, change) ? [] : [change]);
        }

        if (watch is { Condition: WatchCondition.Silent })
        {
            changes.Add(Change(ChangeKind.WatchResumed, machine.Name, clock.Store));
        }

        var saved = new SavedRun { RunId = 0, DocumentId = line.Id, Changes = [.. changes.OrderBy(change => change.At)] };
        await ChangeRows.InsertAsync(session, runId: null, guest, saved.Changes);
        if (changes.Count > 0 && options?.Alerts is { } alerts)
        {
            AlertOutbox.Insert(session, alerts(saved), saved.Changes[^1].At, due: clock.Store);
        }

        return saved;
    }

    private static async Task<bool> IsKnownAsync(StoreSession session, long guest, FleetChange change) => await session.FirstAsync(
        "change-known",
        row => row.Long(0),
        ("guest_id", guest),
        ("kind", change.Kind.ToDocumentName()),
        ("at", change.At.ToUnixTimeMilliseconds())) > 0;

    public static FleetChange Change(ChangeKind kind, string guest, DateTimeOffset at) =>
        new() { Kind = kind, At = at, Subject = SubjectKind.Guest, Name = guest };
}

/// <summary>How it is with a watch.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<WatchCondition>))]
internal enum WatchCondition
{
    Watching,

    Silent,

    Stopped,
}
