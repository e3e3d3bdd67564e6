namespace TimerProbe.VSphere.Inventory;

/// <summary>
/// Gathers events by machine as they come. A server may have a million, most of them of machines that are gone: each is stored
/// as a row of numbers, and becomes an event where it is asked for.
/// </summary>
internal sealed class MachineEvents(Func<string, bool> isWanted)
{
    public const string RevertedId = "com.vmware.vc.vm.VmStateRevertedToSnapshot";

    private const string InstantCloneTask = "VirtualMachine.instantClone";

    private const int RowsOfBlock = 4_096, OfName = 16;

    private static readonly Dictionary<string, MachineEventKind> Kinds = new()
    {
        ["VmPoweredOnEvent"] = MachineEventKind.PoweredOn,
        ["DrsVmPoweredOnEvent"] = MachineEventKind.PoweredOn,
        ["VmRestartedOnAlternateHostEvent"] = MachineEventKind.Restarted,
        ["com.vmware.vc.ha.VmRestartedByHAEvent"] = MachineEventKind.Restarted,
        ["VmMigratedEvent"] = MachineEventKind.Moved,
        ["DrsVmMigratedEvent"] = MachineEventKind.Moved,
        ["VmRelocatedEvent"] = MachineEventKind.Moved,
        ["VmPrimaryFailoverEvent"] = MachineEventKind.FailedOver,
        ["com.vmware.vc.VmInstantClonedEvent"] = MachineEventKind.Cloned,
        ["VmSuspendedEvent"] = MachineEventKind.Suspended,
        ["VmResumingEvent"] = MachineEventKind.Resumed,
        ["VmPoweredOffEvent"] = MachineEventKind.PoweredOff,
        ["VmResettingEvent"] = MachineEventKind.Resetting,
        [RevertedId] = MachineEventKind.Reverted,
    };

    private readonly List<EventRow[]> _blocks = [];
    private readonly Dictionary<string, int> _numbers = [];
    private readonly List<string> _names = [];
    private readonly Dictionary<string, string> _hostNames = [];
    private readonly KeySet _clonings = new();
    private long _characters;
    private int _count;

    public static IReadOnlyList<string> TypeIds { get; } = [.. Kinds.Keys];

    public SoapAnswerLimits Limits { get; init; } = new();

    public IReadOnlyDictionary<string, string> HostNames => _hostNames;

    public int Count => _count;

    public bool HasReverts { get; private set; }

    /// <summary>The time of the oldest event that the server still had; null when there were none.</summary>
    public DateTimeOffset? Since { get; private set; }

    /// <exception cref="AnswerLimitException">Its names are too many.</exception>
    public void Add(VSphereEvent read)
    {
        Since = read.CreatedTime < Since ? read.CreatedTime : Since ?? read.CreatedTime;
        HasReverts |= read.EventTypeId == RevertedId;
        if (read is { DescriptionId: InstantCloneTask, ChainId: not 0 })
        {
            _clonings.Add(read.ChainId);
        }

        if (Parse(read) is not ({ } machine, { } happened) || !isWanted(machine))
        {
            return;
        }

        if (read.Host is { Name: { } name, Reference.Value: { } host } && !_hostNames.ContainsKey(host))
        {
            // Its id is counted below; a name is no longer than this.
            _hostNames[host] = ObjectContent.DecodeName(name);
            _characters += _hostNames[host].Length;
        }

        if (_count == _blocks.Count * RowsOfBlock)
        {
            _blocks.Add(new EventRow[RowsOfBlock]);
        }

        _blocks[^1][_count % RowsOfBlock] = new EventRow(
            happened.At.UtcTicks,
            happened.Key,
            happened.Chain,
            GetNumber(machine),
            GetNumber(happened.Host),
            GetNumber(happened.Source),
            GetNumber(happened.By),
            happened.Kind);
        _count++;
    }

    public IReadOnlyDictionary<string, IReadOnlyList<MachineEvent>> Of(IEnumerable<string> machines)
    {
        var asked = new Dictionary<int, List<MachineEvent>>();
        foreach (var machine in machines)
        {
            if (_numbers.TryGetValue(machine, out var number))
            {
                asked[number] = [];
            }
        }

        for (var i = 0; i < _count; i++)
        {
            ref var row = ref _blocks[i / RowsOfBlock][i % RowsOfBlock];
            if (asked.TryGetValue(row.Machine, out var events))
            {
                events.Add(Understood(in row));
            }
        }

        return asked.Where(item => item.Value.Count > 0)
            .ToDictionary(item => _names[item.Key - 1], IReadOnlyList<MachineEvent> (each) => each.Value);
    }

    /// <summary>The event and the id of its machine; null when no home depends on it.</summary>
    internal static (string Machine, MachineEvent Event)? Parse(VSphereEvent read)
    {
        if (read.Vm?.Reference?.Value is not { Length: > 0 } machine || GetKind(read) is not { } kind)
        {
            return null;
        }

        var (host, source) = (read.Host?.Reference?.Value, read.SourceHost?.Reference?.Value);
        return (machine, new MachineEvent(kind, read.CreatedTime, host, source, read.Key) { Chain = read.ChainId, By = Mover(read, kind) });
    }

    private static string? Mover(VSphereEvent read, MachineEventKind kind) =>
        kind != MachineEventKind.Moved ? null
        : read.Type == "DrsVmMigratedEvent" ? MachineMove.ByDrs
        : string.IsNullOrWhiteSpace(read.UserName) ? null
        : read.UserName;

    private static MachineEventKind? GetKind(VSphereEvent read) =>
        read.DescriptionId is { } task ? TaskKind(task, read.TaskState)
        : Kinds.TryGetValue(read.EventTypeId ?? read.Type, out var kind) ? kind
        : null;

    private static MachineEventKind? TaskKind(string task, string? state) =>
        task is "VirtualMachine.revertToSnapshot" or "VirtualMachine.revertToCurrentSnapshot" && state != "error"
            ? MachineEventKind.Reverted
            : null;

    private MachineEvent Understood(in EventRow row)
    {
        var isCloning = row.Kind == MachineEventKind.PoweredOn && _clonings.Contains(row.Chain);
        var kind = isCloning ? MachineEventKind.Cloned : row.Kind;
        var at = new DateTimeOffset(row.Ticks, TimeSpan.Zero);
        return new MachineEvent(kind, at, GetName(row.Host), GetName(row.Source), row.Key) { Chain = row.Chain, By = GetName(row.By) };
    }

    private string? GetName(int number) => number == 0 ? null : _names[number - 1];

    private int GetNumber(string? name)
    {
        if (name is null)
        {
            return 0;
        }

        if (!_numbers.TryGetValue(name, out var number))
        {
            _characters += name.Length + OfName;
            if (_characters > Limits.EventNames)
            {
                throw new AnswerLimitException(
                    $"names of machines, hosts and accounts in its events that come to more than {Limits.EventNames:N0} characters");
            }

            _names.Add(name);
            _numbers.Add(name, number = _names.Count);
        }

        return number;
    }

    private readonly record struct EventRow(
        long Ticks, int Key, int Chain, int Machine, int Host, int Source, int By, MachineEventKind Kind);
}
