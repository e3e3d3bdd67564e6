namespace TimerProbe.Guest.Watching;

/// <summary>
/// Asks on a thread of its own and with a time limit what VMware Tools report of the host, and how clock reads go through the
/// operating system. One question at a time; the measuring never waits for an answer.
/// </summary>
/// <param name="program">The command of VMware Tools; null without it.</param>
internal sealed class HostReader(string? program, TimeProvider time)
{
    private Task<(HostReading, ClockPath?)>? _asked;

    public static HostReader Open(TimeProvider time) => new(VMwareToolsInspector.FindCommand(), time);

    public void Ask(bool everything)
    {
        if (_asked is null && (everything || program is not null))
        {
            _asked = Task.Factory.StartNew(
                () => everything ? ReadAll() : ReadSession(),
                CancellationToken.None,
                TaskCreationOptions.LongRunning,
                TaskScheduler.Default);
        }
    }

    /// <summary>Null when there is no answer yet or nothing was asked; the path is null when only the session was asked for.</summary>
    public (HostReading Reading, ClockPath? Path)? Answer()
    {
        if (_asked is not { IsCompleted: true } asked)
        {
            return null;
        }

        _asked = null;
        return asked.IsCompletedSuccessfully ? asked.Result : null;
    }

    private (HostReading, ClockPath?) ReadSession()
    {
        var session = ToolboxReader.AskOnce(program!, tools => tools.ReadSession());
        return (new HostReading(time.GetUtcNow(), session.Value, HostHz: null), null);
    }

    private (HostReading, ClockPath?) ReadAll()
    {
        using var deadline = new Deadline(Deadline.Default, CancellationToken.None);
        var machine = MachineInspector.ReadQuick();
        var facts = VMwareToolsInspector.Add(machine, new UnavailableFacts(), program, deadline);
        return (new HostReading(time.GetUtcNow(), facts.VmwareTools?.SessionId, facts.Hypervisor.HostHz), ClockPath.From(machine));
    }
}
