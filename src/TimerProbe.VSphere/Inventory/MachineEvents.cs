using TimerProbe.Core.Placement;
using TimerProbe.VSphere.Queries;
using TimerProbe.VSphere.Soap;

namespace TimerProbe.VSphere.Inventory;

/// <summary>Gathers events by machine as they come.</summary>
/// <param name="isWanted">Whether the events of the machine of this id are kept.</param>
internal sealed class MachineEvents(Func<string, bool> isWanted)
{
    private readonly Dictionary<string, List<MachineEvent>> _byMachine = new(StringComparer.Ordinal);
    private readonly TextPool _hosts = new();
    private readonly HashSet<int> _clonings = [];

    /// <summary>Whether vCenter has told of a revert by an event of its own.</summary>
    public bool TellsReverts { get; private set; }

    /// <summary>The time of the oldest event that the server still had; null when there were none.</summary>
    public DateTimeOffset? Since { get; private set; }

    public void Add(VSphereEvent read)
    {
        Since = read.CreatedTime < Since ? read.CreatedTime : Since ?? read.CreatedTime;
        TellsReverts |= read.EventTypeId == MachineEventParser.RevertedId;
        if (read is { DescriptionId: MachineEventParser.InstantCloneTask, ChainId: not 0 })
        {
            _clonings.Add(read.ChainId);
        }

        if (MachineEventParser.Parse(read) is not { } parsed || !isWanted(parsed.Machine))
        {
            return;
        }

        var happened = parsed.Event with { Host = Shared(parsed.Event.Host), Source = Shared(parsed.Event.Source) };
        if (!_byMachine.TryGetValue(parsed.Machine, out var events))
        {
            _byMachine.Add(parsed.Machine, events = []);
        }

        events.Add(happened);
    }

    /// <summary>The events of these machines.</summary>
    public IReadOnlyDictionary<string, IReadOnlyList<MachineEvent>> Of(IEnumerable<string> machines)
    {
        var found = new Dictionary<string, IReadOnlyList<MachineEvent>>(StringComparer.Ordinal);
        foreach (var machine in machines)
        {
            if (_byMachine.TryGetValue(machine, out var events))
            {
                found[machine] = _clonings.Count == 0 ? events : [.. events.Select(Understood)];
            }
        }

        return found;
    }

    /// <summary>The task is read after the events that belong to it.</summary>
    private MachineEvent Understood(MachineEvent happened) => happened.Kind == MachineEventKind.PoweredOn && _clonings.Contains(happened.Chain)
        ? happened with { Kind = MachineEventKind.Cloned }
        : happened;

    private string? Shared(string? host) => host is null ? null : _hosts.Share(host);
}
