using System.Collections.Concurrent;
using System.Reflection;

namespace TimerProbe.Fleet.Store;

/// <summary>A connection in a transaction: runs queries by their names.</summary>
internal sealed class StoreSession(
    StoreEngine engine, DbConnection connection, StoreTransaction? transaction, CancellationToken cancellationToken)
{
    private readonly List<(string Text, string[] Names, object?[] Values)> _deferred = [];
    private readonly Dictionary<string, long> _numbers = [];
    private StoreClock? _clock;

    public CancellationToken Cancel => cancellationToken;

    /// <summary>What was asked for at once of what is saved together; null where each is asked for by itself.</summary>
    public SubmittedMemory? Memory { get; set; }

    public async Task<StoreClock> ReadClockAsync() => _clock ??= await AskClockAsync();

    private async Task<StoreClock> AskClockAsync()
    {
        var start = engine.Time.GetUtcNow();
        if (!engine.HasClock)
        {
            return new StoreClock(start, start);
        }

        var store = await FirstAsync(engine.Dialect + "-clock", row => row.Time(0));
        return new StoreClock(store, start + ((engine.Time.GetUtcNow() - start) / 2));
    }

    public async Task<DateTimeOffset> ReadNowAsync() => (await ReadClockAsync()).Store;

    /// <summary>The time by the store in milliseconds since 1970, as the tables have it.</summary>
    public async Task<long> ReadNowMsAsync() => (await ReadNowAsync()).ToUnixTimeMilliseconds();

    public async Task<long> NextNumberAsync(string last)
    {
        var number = _numbers.TryGetValue(last, out var known) ? known : await FirstAsync(last, row => row.Long(0));
        return _numbers[last] = number + 1;
    }

    public void Defer(string query, string[] names, IEnumerable<object?[]> rows) =>
        _deferred.AddRange(rows.Select(row => (StoreSql.Query(query), names, row)));

    public void Defer(string query, params (string Name, object? Value)[] parameters) => Defer(
        query, [.. parameters.Select(parameter => parameter.Name)], [[.. parameters.Select(parameter => parameter.Value)]]);

    public async Task FlushAsync()
    {
        if (_deferred.Count > 0)
        {
            await engine.ExecuteAsync(connection, transaction, _deferred, cancellationToken);
            _deferred.Clear();
        }
    }

    public Task<List<T>> QueryAsync<T>(string query, Func<Row, T> read, params (string Name, object? Value)[] parameters) =>
        QueryTextAsync(StoreSql.Query(query), read, parameters);

    public Task<List<T>> QueryOfDialectAsync<T>(string query, Func<Row, T> read, params (string Name, object? Value)[] parameters) =>
        QueryAsync($"{engine.Dialect}-{query}", read, parameters);

    public async Task<List<T>> QueryTextAsync<T>(string text, Func<Row, T> read, params (string Name, object? Value)[] parameters)
    {
        await FlushAsync();
        await using var command = Command(text, parameters);
        await using var reader = await command.ExecuteReaderAsync(cancellationToken);
        var rows = new List<T>();
        while (await reader.ReadAsync(cancellationToken))
        {
            rows.Add(Read(read, reader));
        }

        return rows;
    }

    /// <summary>The first row of an answer; default without one.</summary>
    public async Task<T?> FirstAsync<T>(string query, Func<Row, T> read, params (string Name, object? Value)[] parameters)
    {
        await FlushAsync();
        await using var command = Command(StoreSql.Query(query), parameters);
        await using var reader = await command.ExecuteReaderAsync(cancellationToken);
        return await reader.ReadAsync(cancellationToken) ? Read(read, reader) : default;
    }

    public async Task<int> ExecuteAsync(string query, params (string Name, object? Value)[] parameters)
    {
        await FlushAsync();
        await using var command = Command(StoreSql.Query(query), parameters);
        return await command.ExecuteNonQueryAsync(cancellationToken);
    }

    public Task ExecuteManyAsync(string query, string[] names, IEnumerable<object?[]> rows)
    {
        Defer(query, names, rows);
        return FlushAsync();
    }

    public async Task RunTextAsync(string text)
    {
        await FlushAsync();
        await using var command = Command(text, []);
        await command.ExecuteNonQueryAsync(cancellationToken);
    }

    /// <summary>
    /// A value as both engines take it. PostgreSQL has no text with U+0000 or half a surrogate pair, and a guest chooses what it is
    /// called: U+FFFD replaces them, so that one name stops no scan from being saved.
    /// </summary>
    public static object Value(object? value) => value is string text ? Storable(text) : value ?? DBNull.Value;

    public static string Storable(string text)
    {
        var whole = text.AsSpan().ContainsAnyInRange('\uD800', '\uDFFF') ? Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(text)) : text;
        return whole.Replace('\0', '\uFFFD');
    }

    private static T Read<T>(Func<Row, T> read, DbDataReader reader)
    {
        try
        {
            return read(new Row(reader));
        }
        catch (Exception ex) when (ex is JsonException or InvalidCastException or InvalidOperationException or FormatException
            or OverflowException or ArgumentException)
        {
            // This program did not write that.
            throw new InvalidDataException(ex.Message, ex);
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
            parameter.Value = Value(value);
            command.Parameters.Add(parameter);
        }

        return command;
    }
}

/// <summary>The SQL texts of the store: those that make it, per dialect, and those that all engines share.</summary>
internal static class StoreSql
{
    private static readonly Assembly Own = typeof(StoreSql).Assembly;
    private static readonly ConcurrentDictionary<string, string> Texts = new();

    public static string ProgramVersion { get; } = Own.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;

    public static string Query(string name) => Text("queries/" + name);

    /// <summary>The steps in the making of a store: the number of each, and its file, such as <c>002-store</c>.</summary>
    public static IReadOnlyList<(int Number, string Name, string Text)> Schema(string dialect) =>
    [
        .. Own.GetManifestResourceNames()
            .Where(name => name.StartsWith(dialect + "/", StringComparison.Ordinal))
            .Order(StringComparer.Ordinal)
            .Select(name => (GetNumber(name), name[(dialect.Length + 1)..], Text(name))),
    ];

    private static int GetNumber(string name) =>
        int.Parse(name.AsSpan(name.IndexOf('/', StringComparison.Ordinal) + 1, 3), CultureInfo.InvariantCulture);

    private static string Text(string name) => Texts.GetOrAdd(name, static name =>
    {
        using var stream = Own.GetManifestResourceStream(name) ?? throw new InvalidOperationException($"There is no script {name}.");
        using var reader = new StreamReader(stream, Encoding.UTF8);
        return reader.ReadToEnd();
    });
}
