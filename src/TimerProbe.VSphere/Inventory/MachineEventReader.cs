namespace TimerProbe.VSphere.Inventory;

internal sealed class MachineEventReader(VSphereSession session, InventoryProblems problems)
{
    /// <summary>
    /// How many events of tasks are looked through at most. Every task of a vCenter leaves one, and nothing asks for reverts alone:
    /// a fleet that is backed up every night has hundreds of thousands.
    /// </summary>
    public const int MaxTasks = 20_000;

    public async Task<MachineEvents> ReadAsync(
        DateTimeOffset? since, Func<string, bool> isWanted, Step step, CancellationToken cancellationToken)
    {
        var events = new MachineEvents(isWanted) { Limits = session.Options.Limits };
        var reader = new EventReader(session, step.Meter);
        await reader.ReadAsync(MachineEvents.TypeIds, since, Take, cancellationToken);
        if (!events.HasReverts)
        {
            await ReadTasksAsync(reader, since, Take, step, cancellationToken);
        }

        return events;

        void Take(VSphereEvent read)
        {
            step.Advance();
            events.Add(read);
        }
    }

    private async Task ReadTasksAsync(
        EventReader reader, DateTimeOffset? since, Action<VSphereEvent> take, Step step, CancellationToken cancellationToken)
    {
        try
        {
            var last = since;
            var count = await reader.ReadAsync(["TaskEvent"], since, Note, cancellationToken, MaxTasks);
            if (count >= MaxTasks && !await HasRevertEventAsync(step, cancellationToken))
            {
                problems.Add(ProblemCode.RevertsUnread, $"there are too many tasks to look for snapshot reverts among those since {last:yyyy-MM-dd HH:mm} UTC: a machine reverted since then may be away from home unnoticed");
            }

            void Note(VSphereEvent read)
            {
                last = read.CreatedTime;
                take(read);
            }
        }
        catch (VSphereException ex)
        {
            problems.Add(ProblemCode.RevertsUnread, $"snapshot reverts could not be looked for: {ex.Problem}");
        }
    }

    private async Task<bool> HasRevertEventAsync(Step step, CancellationToken cancellationToken)
    {
        var kinds = PropertyPath.Only("description.eventInfo", "fullFormat");
        var manager = await new PropertyReader(session, step.Meter)
            .ReadObjectAsync(session.Content.EventManager!.Value, [kinds], cancellationToken);
        return manager?[kinds.Path]?.Members.Any(kind =>
            kind["fullFormat"]?.Text.StartsWith(MachineEvents.RevertedId + "|", StringComparison.Ordinal) == true) == true;
    }
}
