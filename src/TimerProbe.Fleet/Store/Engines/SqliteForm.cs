using System.Collections.Concurrent;
using System.Text.RegularExpressions;
using Microsoft.Data.Sqlite;

namespace TimerProbe.Fleet.Store;

/// <summary>
/// What a store in a file consists of. A file from somebody else may call a view without end, or a table that computes,
/// by the name of a table; it is compared with a store made in memory by the same scripts.
/// </summary>
internal static partial class SqliteForm
{
    private static readonly ConcurrentDictionary<int, Task<Dictionary<string, string>>> Known = new();

    /// <summary>Whether each name of the store is what the scripts make of it, and no trigger hangs on one.</summary>
    public static async Task<bool> IsAsync(StoreSession session, StoreEngine engine, IReadOnlyList<SchemaScript> scripts)
    {
        var found = await session.QueryAsync(
            "sqlite-form", row => (Type: row.Text(0), Name: row.Text(1), Table: row.Text(2), Text: row.TextOrNull(3) ?? ""));
        if (found.Count == 0)
        {
            return true;
        }

        var expected = await Known.GetOrAdd(scripts.Count, _ => MakeAsync(engine, scripts));
        var names = found.Select(each => each.Name).ToHashSet(StringComparer.OrdinalIgnoreCase);
        return found.All(each =>
            each.Type == "trigger"
                ? !expected.ContainsKey(each.Table)
                : !expected.TryGetValue(each.Name, out var text) || text == OneLine(each.Text))
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
        return made.ToDictionary(each => each.Name, each => each.Text, StringComparer.OrdinalIgnoreCase);
    }

    /// <summary>Scripts come with the line ends of the system they were built on.</summary>
    private static string OneLine(string text) => Blanks().Replace(text, " ");

    [GeneratedRegex(@"\s+", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Blanks();
}

/// <summary>What the result codes of SQLite mean for a user.</summary>
internal static class SqliteErrors
{
    private const int Permission = 3;
    private const int Busy = 5;
    private const int Locked = 6;
    private const int ReadOnly = 8;
    private const int InputOutput = 10;
    private const int Corrupt = 11;
    private const int Full = 13;
    private const int CannotOpen = 14;
    private const int TooLong = 18;
    private const int NotADatabase = 26;
    private const int NoSharedMemory = 10 | (19 << 8);

    public static StoreException Explain(Exception error, string file) => error switch
    {
        StoreException known => known,
        DamagedRowException or SqliteException { SqliteErrorCode: TooLong } => new(
            StoreErrorKind.Corrupt,
            $"the store {file} holds a value that this program did not write: it is damaged. Put it aside and restore a copy, or name another file with --store; the file is left as it is.",
            error),
        SqliteException { SqliteErrorCode: NotADatabase or Corrupt } => new(
            StoreErrorKind.Corrupt,
            $"the store {file} is damaged or no database. Put it aside and restore a copy, or name another file with --store; the damaged file is left as it is.",
            error),
        SqliteException { SqliteErrorCode: Full } or SqliteException { SqliteExtendedErrorCode: NoSharedMemory } => new(
            StoreErrorKind.DiskFull,
            $"the disk of the store {file} is full: nothing of this run was saved. Free some room, or remove old runs with timerprobe history prune.",
            error),
        SqliteException { SqliteErrorCode: ReadOnly or Permission } => new(
            StoreErrorKind.ReadOnly,
            $"the store {file} cannot be written by the account {Environment.UserName}: the file, or its folder, is read-only.",
            error),
        SqliteException { SqliteErrorCode: Busy or Locked } => new(
            StoreErrorKind.Busy, $"the store {file} was being written by another process for too long. Try again when it is done.", error),
        SqliteException { SqliteErrorCode: CannotOpen } when File.Exists(file) => new(
            StoreErrorKind.NoRights,
            $"the account {Environment.UserName} may not open the store {file}, or may not write to its folder, which also holds its log.",
            error),
        SqliteException { SqliteErrorCode: CannotOpen } => new(
            StoreErrorKind.NoRights,
            $"the store {file} cannot be made: its folder may not exist, or the account {Environment.UserName} may not write there.",
            error),
        SqliteException { SqliteErrorCode: InputOutput } => new(
            StoreErrorKind.Failed, $"the disk of the store {file} failed: {error.Message}", error),
        UnauthorizedAccessException => new(
            StoreErrorKind.NoRights,
            $"the store {file} cannot be made: the account {Environment.UserName} may not write to its folder, or not make it.",
            error),
        IOException => new(StoreErrorKind.NoRights, $"the store {file}, or its folder, cannot be made: {error.Message}", error),
        _ => new(StoreErrorKind.Failed, $"the store {file} refused: {error.Message}", error),
    };
}
