using TimerProbe.Core.Documents;

namespace TimerProbe.Reporting.History;

/// <summary>
/// When a machine's state turned into another: a scan notices it later, and where vCenter
/// tells when it happened, the table and the pictures both go by that.
/// </summary>
internal sealed class StateChangeTimes
{
    private readonly ILookup<string, DateTimeOffset> _exact;
    private readonly Dictionary<(string Id, DateTimeOffset Since), DateTimeOffset> _turns;
    private readonly IReadOnlyList<DateTimeOffset> _scans;

    public StateChangeTimes(HistoryDocument document)
    {
        _exact = document.Changes.Where(change => change is { IsExact: true, Subject: "virtualMachine", Id: not null })
            .ToLookup(change => change.Id!, change => change.At, StringComparer.Ordinal);
        _scans = [.. document.Scans.Select(scan => scan.At).Order()];
        _turns = document.MachineStates.GroupBy(state => state.Id, StringComparer.Ordinal)
            .SelectMany(machine => machine.OrderBy(state => state.Since).Skip(1))
            .DistinctBy(state => (state.Id, state.Since))
            .ToDictionary(state => (state.Id, state.Since), state => TurnOf(state.Id, state.Since));
    }

    public DateTimeOffset Since(HistoryMachineState state) => _turns.GetValueOrDefault((state.Id, state.Since), state.Since);

    public DateTimeOffset? Until(HistoryMachineState state) =>
        state.Until is { } until ? _turns.GetValueOrDefault((state.Id, until), until) : null;

    /// <summary>The last thing that vCenter dates between the scan before and the one that noticed.</summary>
    private DateTimeOffset TurnOf(string id, DateTimeOffset noticed)
    {
        var before = _scans.LastOrDefault(at => at < noticed);
        return _exact[id].Where(at => at > before && at <= noticed).DefaultIfEmpty(noticed).Max();
    }
}
