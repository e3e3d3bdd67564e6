using System.Text.Json.Serialization.Metadata;

namespace TimerProbe.Fleet.Store;

/// <summary>The machines or hosts of one vCenter as they were last seen: rows only where something is different.</summary>
internal sealed class StateRows<T>
    where T : class
{
    private static readonly string[] GoneNames = ["id", "at"];

    private readonly StoreSession _session;
    private readonly StateTable<T> _table;
    private readonly long _vcenter;
    private readonly Dictionary<string, (long Id, string?[] Found, bool IsGone)> _rows = [];
    private readonly Dictionary<string, T> _present = [];

    private StateRows(StoreSession session, StateTable<T> table, long vcenter) => (_session, _table, _vcenter) = (session, table, vcenter);

    public IReadOnlyDictionary<string, T> Present => _present;

    public static async Task<StateRows<T>> ReadAsync(StoreSession session, StateTable<T> table, long vcenter)
    {
        var rows = new StateRows<T>(session, table, vcenter);
        await session.QueryAsync(table.Name + "-state-open", rows.Add, ("vcenter_id", vcenter));
        return rows;
    }

    public long? GetId(string? moref) => moref is not null && _rows.TryGetValue(moref, out var row) ? row.Id : null;

    public async Task UpdateAsync(IReadOnlyDictionary<string, T> later, DateTimeOffset time, bool isFull)
    {
        var at = time.ToUnixTimeMilliseconds();
        var next = await _session.FirstAsync(_table.Name + "-last", row => row.Long(0));
        var (fresh, renamed) = (new List<object?[]>(), new List<object?[]>());
        foreach (var (moref, state) in later)
        {
            var found = _table.Found(state);
            if (!_rows.TryGetValue(moref, out var row))
            {
                _rows[moref] = (++next, found, false);
                fresh.Add([next, .. found, _vcenter, moref, at]);
            }
            else if (row.IsGone || found.Zip(row.Found).Any(item => item.First is not null && item.First != item.Second))
            {
                renamed.Add([row.Id, .. found.Zip(row.Found, (now, before) => now ?? before)]);
            }
        }

        var gone = isFull ? _present.Keys.Where(moref => !later.ContainsKey(moref)).Select(Ended).ToList() : [];
        var changed = later
            .Where(seen => !_present.TryGetValue(seen.Key, out var known) || !_table.HasSameState(known, seen.Value)).ToList();
        await WriteAsync("insert", ["id", .. _table.Names, "vcenter_id", "moref", "at"], fresh);
        await WriteAsync("update", ["id", .. _table.Names], renamed);
        await WriteAsync(
            "state-close", GoneNames, [.. changed.Where(seen => _present.ContainsKey(seen.Key)).Select(seen => Ended(seen.Key)), .. gone]);
        await WriteAsync("gone", GoneNames, gone);
        await WriteAsync("state-insert", ["id", "at", "state", .. _table.Asked], changed.Select(seen => (object?[])
            [_rows[seen.Key].Id, at, JsonSerializer.Serialize(seen.Value, _table.Form), .. _table.Answers(seen.Value)]));

        object?[] Ended(string moref) => [_rows[moref].Id, at];

        Task WriteAsync(string query, string[] names, IEnumerable<object?[]> rows) =>
            _session.ExecuteManyAsync($"{_table.Name}-{query}", names, rows);
    }

    private bool Add(Row row)
    {
        string?[] found = [.. _table.Names.Select((_, i) => row.TextOrNull(3 + i))];
        var state = row.TextOrNull(2) is null ? null : row.Json(2, _table.Form);
        _rows[row.Text(1)] = (row.Long(0), found, state is null);
        if (state is not null)
        {
            _present[row.Text(1)] = _table.WithFound(state, found);
        }

        return true;
    }
}

/// <summary>A table of machines or hosts, and beside it that of their states, which are kept as JSON.</summary>
/// <param name="Name">The table, as the names of its queries begin.</param>
/// <param name="Names">The columns by which one is found, its name first.</param>
/// <param name="Found">Their values; null leaves what was known.</param>
/// <param name="WithFound">A state with those values.</param>
/// <param name="Asked">The columns beside the state that queries ask by.</param>
internal sealed record StateTable<T>(
    string Name,
    JsonTypeInfo<T> Form,
    string[] Names,
    Func<T, string?[]> Found,
    Func<T, string?[], T> WithFound,
    string[] Asked,
    Func<T, object?[]> Answers,
    Func<T, T, bool> HasSameState)
    where T : class;
