using System.Collections.Concurrent;
using System.Text.RegularExpressions;
using Microsoft.Data.Sqlite;

namespace TimerProbe.Fleet.Store;

/// <summary>
/// What a store in a file consists of. A file from somebody else may call a view without end, or a table that computes, by the
/// name of a table; it is compared with a store made in memory by the same scripts.
/// </summary>
internal static partial class SqliteForm
{
    private static readonly ConcurrentDictionary<int, Task<Dictionary<string, string>>> Known = new();

    public static async Task<bool> IsAsync(StoreSession session, StoreEngine engine, IReadOnlyList<SchemaScript> scripts)
    {
        var found = await session.QueryAsync(
            "sqlite-form", row => (Type: row.Text(0), Name: row.Text(1), Table: row.Text(2), Text: row.TextOrNull(3) ?? ""));
        if (found.Count == 0)
        {
            return true;
        }

        var expected = await Known.GetOrAdd(scripts.Count, _ => MakeAsync(engine, scripts));
        var names = found.Select(item => item.Name).ToHashSet(StringComparer.OrdinalIgnoreCase);
        return found.All(item =>
            item.Type == "trigger"
                ? !expected.ContainsKey(item.Table)
                : !expected.TryGetValue(item.Name, out var text) || text == OneLine(item.Text))
            && (scripts.Count == 0 || expected.Keys.All(names.Contains));
    }

    private static async Task<Dictionary<string, string>> MakeAsync(StoreEngine engine, IReadOnlyList<SchemaScript> scripts)
    {
        await using var connection = new SqliteConnection("Data Source=:memory:;Pooling=False");
        await connection.OpenAsync();
        var session = new StoreSession(engine, connection, transaction: null, CancellationToken.None);
        await session.ExecuteAsync("journal-create");
        foreach (var script in scripts)
        {
            await session.RunTextAsync(script.Text);
        }

        var made = await session.QueryAsync("sqlite-form", row => (Name: row.Text(1), Text: OneLine(row.TextOrNull(3) ?? "")));
        return made.ToDictionary(item => item.Name, item => item.Text, StringComparer.OrdinalIgnoreCase);
    }

    private static string OneLine(string text) => Blanks().Replace(text, " ");

    [GeneratedRegex(@"\s+", RegexOptions.None, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex Blanks();
}
