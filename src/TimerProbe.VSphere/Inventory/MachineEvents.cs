using TimerProbe.Core.Placement;
using TimerProbe.VSphere.Queries;
using TimerProbe.VSphere.Soap;

namespace TimerProbe.VSphere.Inventory;

/// <summary>
/// Gathers events by machine as they come. A server may have a million, most of them of machines that are
/// gone: each is kept as a row of numbers, and becomes an event where it is asked for.
/// </summary>
/// <param name="isWanted">Whether the events of the machine of this id are kept.</param>
internal sealed class MachineEvents(Func<string, bool> isWanted)
{
    private const int RowsOfBlock = 4_096;
    private const int OfName = 16;

    private readonly List<EventRow[]> _blocks = [];
    private readonly Dictionary<string, int> _numbers = new(StringComparer.Ordinal);
    private readonly List<string> _names = [];
    private readonly KeySet _clonings = new();
    private readonly Dictionary<string, int> _types = new(StringComparer.Ordinal);
    private long _characters;
    private int _count;

    /// <summary>What is kept at most.</summary>
    public SoapAnswerLimits Limits { get; init; } = new();

    /// <summary>How many of each type are kept, by what vCenter calls it; of a task, what the task does.</summary>
    public IReadOnlyDictionary<string, int> Types => _types;

    public int Count => _count;

    /// <summary>Whether vCenter has told of a revert by an event of its own.</summary>
    public bool TellsReverts { get; private set; }

    /// <summary>The time of the oldest event that the server still had; null when there were none.</summary>
    public DateTimeOffset? Since { get; private set; }

    /// <exception cref="AnswerLimitException">Its names are too many.</exception>
    public void Add(VSphereEvent read)
    {
        Since = read.CreatedTime < Since ? read.CreatedTime : Since ?? read.CreatedTime;
        TellsReverts |= read.EventTypeId == MachineEventParser.RevertedId;
        if (read is { DescriptionId: MachineEventParser.InstantCloneTask, ChainId: not 0 })
        {
            _clonings.Add(read.ChainId);
        }

        if (MachineEventParser.Parse(read) is not ({ } machine, { } happened) || !isWanted(machine))
        {
            return;
        }

        var type = read.DescriptionId ?? read.EventTypeId ?? read.Type;
        _types[type] = _types.GetValueOrDefault(type) + 1;
        if (_count == _blocks.Count * RowsOfBlock)
        {
            _blocks.Add(new EventRow[RowsOfBlock]);
        }

        _blocks[^1][_count % RowsOfBlock] = new EventRow(
            happened.At.UtcTicks,
            happened.Key,
            happened.Chain,
            NumberOf(machine),
            NumberOf(happened.Host),
            NumberOf(happened.Source),
            NumberOf(happened.By),
            happened.Kind);
        _count++;
    }

    /// <summary>The events of these machines, each in the order in which they came.</summary>
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

        return asked.Where(each => each.Value.Count > 0)
            .ToDictionary(each => _names[each.Key - 1], IReadOnlyList<MachineEvent> (each) => each.Value, StringComparer.Ordinal);
    }

    /// <summary>The task is read after the events that belong to it.</summary>
    private MachineEvent Understood(in EventRow row) => new(
        row.Kind == MachineEventKind.PoweredOn && _clonings.Contains(row.Chain) ? MachineEventKind.Cloned : row.Kind,
        new DateTimeOffset(row.Ticks, TimeSpan.Zero),
        NameOf(row.Host),
        NameOf(row.Source),
        row.Key)
    { Chain = row.Chain, By = NameOf(row.By) };

    private string? NameOf(int number) => number == 0 ? null : _names[number - 1];

    /// <summary>The number of a name, from 1; 0 for none.</summary>
    private int NumberOf(string? name)
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
