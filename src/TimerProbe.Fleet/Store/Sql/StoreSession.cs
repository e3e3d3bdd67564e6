using System.Collections.Concurrent;
using System.Data.Common;
using System.Globalization;
using System.Reflection;
using System.Text;
using System.Text.RegularExpressions;

namespace TimerProbe.Fleet.Store.Sql;

/// <summary>A connection in a transaction: runs queries by their names.</summary>
internal sealed class StoreSession(StoreEngine engine, DbConnection connection, StoreTransaction? transaction, CancellationToken cancel)
{
    public CancellationToken Cancel => cancel;

    /// <summary>The clocks of the store and of this machine, by one question.</summary>
    public async Task<StoreClock> ReadClockAsync()
    {
        var start = engine.Time.GetUtcNow();
        var reported = await FirstReadableAsync(engine.Dialect + "-clock", row => row.TimeOrNull(0));
        var local = start + ((engine.Time.GetUtcNow() - start) / 2);
        var now = reported is { } store && (engine.HasClock || store > local) ? store : local;
        return new StoreClock(now, local) { StandsStill = !engine.HasClock };
    }

    /// <inheritdoc cref="StoreClock.Now"/>
    public async Task<DateTimeOffset> ReadNowAsync() => (await ReadClockAsync()).Now;

    /// <summary><see cref="StoreClock.Now"/> in milliseconds since 1970, as the tables have it.</summary>
    public async Task<long> ReadNowMsAsync() => (await ReadNowAsync()).ToUnixTimeMilliseconds();

    public Task<List<T>> QueryAsync<T>(string query, Func<Row, T> read, params (string Name, object? Value)[] parameters) =>
        QueryTextAsync(StoreSql.Query(query), read, parameters);

    /// <summary>All rows of the answer to a text that no file holds.</summary>
    public async Task<List<T>> QueryTextAsync<T>(string text, Func<Row, T> read, params (string Name, object? Value)[] parameters)
    {
        await using var command = Command(text, parameters);
        await using var reader = await command.ExecuteReaderAsync(cancel);
        var rows = new List<T>();
        while (await reader.ReadAsync(cancel))
        {
            rows.Add(Read(read, reader));
        }

        return rows;
    }

    /// <summary>The rows of an answer that can be read: a damaged one is left out.</summary>
    public async Task<List<T>> QueryReadableAsync<T>(string query, Func<Row, T> read, params (string Name, object? Value)[] parameters)
    {
        var rows = await QueryAsync(query, row => (IsReadable: row.TryRead(read, out var value), Value: value), parameters);
        return [.. rows.Where(row => row.IsReadable).Select(row => row.Value!)];
    }

    /// <summary>The first row of an answer; default without one.</summary>
    public async Task<T?> FirstAsync<T>(string query, Func<Row, T> read, params (string Name, object? Value)[] parameters)
    {
        await using var command = Command(StoreSql.Query(query), parameters);
        await using var reader = await command.ExecuteReaderAsync(cancel);
        return await reader.ReadAsync(cancel) ? Read(read, reader) : default;
    }

    /// <summary>The first row of the answer to a query that each engine has its own text of; default without one.</summary>
    public Task<T?> FirstOfDialectAsync<T>(string query, Func<Row, T> read) => FirstAsync($"{engine.Dialect}-{query}", read);

    /// <summary>The first row of an answer; default without one, and when it is damaged.</summary>
    public Task<T?> FirstReadableAsync<T>(string query, Func<Row, T> read, params (string Name, object? Value)[] parameters) =>
        FirstAsync(query, row => row.TryRead(read, out var value) ? value : default, parameters);

    /// <summary>Runs a statement; returns how many rows it touched.</summary>
    public async Task<int> ExecuteAsync(string query, params (string Name, object? Value)[] parameters)
    {
        await using var command = Command(StoreSql.Query(query), parameters);
        return await command.ExecuteNonQueryAsync(cancel);
    }

    /// <summary>Runs a statement once for each row, whose values are in the order of the names.</summary>
    public Task ExecuteManyAsync(string query, string[] names, IEnumerable<object?[]> rows) =>
        engine.ExecuteManyAsync(connection, transaction, StoreSql.Query(query), names, rows, cancel);

    /// <summary>Runs statements that no file holds because they belong to the engine or the schema.</summary>
    public async Task RunTextAsync(string text)
    {
        await using var command = Command(text, []);
        await command.ExecuteNonQueryAsync(cancel);
    }

    private static T Read<T>(Func<Row, T> read, DbDataReader reader)
    {
        try
        {
            return read(new Row(reader));
        }
        catch (Exception wrong) when (DamagedRowException.IsDamage(wrong))
        {
            throw new DamagedRowException(wrong);
        }
    }

    private DbCommand Command(string text, (string Name, object? Value)[] parameters)
    {
        var command = connection.CreateCommand();
        command.CommandText = text;
        command.Transaction = transaction?.Own;
        foreach (var (name, value) in parameters)
        {
            var parameter = command.CreateParameter();
            parameter.ParameterName = name;
            parameter.Value = SqlValue.From(value);
            command.Parameters.Add(parameter);
        }

        return command;
    }
}

/// <summary>The SQL texts of the store: those that make it, per dialect, and those that all engines share.</summary>
internal static class StoreSql
{
    private static readonly Assembly Own = typeof(StoreSql).Assembly;
    private static readonly ConcurrentDictionary<string, string> Texts = new(StringComparer.Ordinal);

    /// <summary>The program's version, as the journal remembers it.</summary>
    public static string ProgramVersion { get; } = Own.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;

    public static string Query(string name) => Text("queries/" + name);

    /// <summary>The scripts that make a store, in their order.</summary>
    /// <param name="dialect">The folder: <c>sqlite</c> or <c>postgres</c>.</param>
    public static IReadOnlyList<SchemaScript> Schema(string dialect) =>
    [
        .. Own.GetManifestResourceNames()
            .Where(name => name.StartsWith(dialect + "/", StringComparison.Ordinal))
            .Order(StringComparer.Ordinal)
            .Select(name => new SchemaScript(NumberOf(name), name[(dialect.Length + 1)..], Text(name))),
    ];

    private static int NumberOf(string name) =>
        int.Parse(name.AsSpan(name.IndexOf('/', StringComparison.Ordinal) + 1, 3), CultureInfo.InvariantCulture);

    private static string Text(string name) => Texts.GetOrAdd(name, static name =>
    {
        using var stream = Own.GetManifestResourceStream(name) ?? throw new InvalidOperationException($"There is no script {name}.");
        using var reader = new StreamReader(stream, Encoding.UTF8);
        return reader.ReadToEnd();
    });
}

/// <summary>A step in the making of a store.</summary>
/// <param name="Number">Its place: 1, 2, 3...</param>
/// <param name="Name">Its file without the ending, such as <c>001-store</c>.</param>
/// <param name="Text">Its statements.</param>
internal sealed partial record SchemaScript(int Number, string Name, string Text)
{
    /// <summary>The oldest form whose programs work with a store that has this step; its own where its first line says nothing.</summary>
    public int OldestProgram { get; } = Compatible().Match(Text) is { Success: true } says
        ? int.Parse(says.Groups["form"].Value, CultureInfo.InvariantCulture)
        : Number;

    /// <summary>Whether this program works with a store that this was not applied to yet.</summary>
    public bool IsOptional { get; } = Compatible().Match(Text).Groups["optional"].Success;

    [GeneratedRegex(@"\A-- Programs that know form (?<form>\d{1,6}) work with it(?<optional>, and this one works without it)?\.", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Compatible();
}
