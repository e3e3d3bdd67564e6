using System.Data;

namespace TimerProbe.SqlServer.Connecting;

/// <summary>A row of an answer. A column that is missing or of another type is refused here and nowhere else.</summary>
internal readonly record struct SqlRow(IReadOnlyDictionary<string, object?> Columns)
{
    public const CommandBehavior ReadBehavior = CommandBehavior.SequentialAccess;

    // From here on a double leaves out whole numbers.
    private const double MaxExact = 9007199254740992;

    /// <summary>Column after column, since SqlClient would otherwise make room for as much as a server says that it will send.</summary>
    /// <exception cref="UnreadableAnswerException">It is larger than any answer to what this program asks.</exception>
    public static async Task<IReadOnlyList<SqlRow>> ReadAllAsync(
        SqlDataReader reader, SqlServerText words, CancellationToken cancellationToken)
    {
        var rows = new List<SqlRow>();
        var results = 0;
        do
        {
            if (++results > SqlAnswerLimits.Results || reader.FieldCount > SqlAnswerLimits.Columns)
            {
                throw UnreadableAnswerException.TooLong();
            }

            while (await reader.ReadAsync(cancellationToken))
            {
                rows.Add(rows.Count < SqlAnswerLimits.Rows ? Read(reader, words) : throw UnreadableAnswerException.TooLong());
            }
        }
        while (await reader.NextResultAsync(cancellationToken));
        return rows;
    }

    /// <exception cref="UnreadableAnswerException">There is no such column, or it is no text.</exception>
    public string? Text(string column) => Value(column) switch
    {
        null => null,
        string text => text,
        _ => throw UnreadableAnswerException.Column(column),
    };

    /// <exception cref="UnreadableAnswerException">There is no such column, or it is no whole number of 32 bits.</exception>
    public int? Integer(string column) => Long(column) switch
    {
        null => null,
        >= int.MinValue and <= int.MaxValue and var value => (int)value,
        _ => throw UnreadableAnswerException.Column(column),
    };

    /// <exception cref="UnreadableAnswerException">There is no such column, or it is not a 64-bit whole number.</exception>
    public long? Long(string column) => Value(column) switch
    {
        null => null,
        bool or byte or short or int or long => Convert.ToInt64(Value(column), CultureInfo.InvariantCulture),
        decimal and >= long.MinValue and <= long.MaxValue and var value when decimal.IsInteger(value) => (long)value,
        double and > -MaxExact and < MaxExact and var value when double.IsInteger(value) => (long)value,
        _ => throw UnreadableAnswerException.Column(column),
    };

    /// <exception cref="UnreadableAnswerException">There is no such column, or it is no time.</exception>
    public DateTime? Time(string column) => Value(column) switch
    {
        null => null,
        DateTime time => time,
        _ => throw UnreadableAnswerException.Column(column),
    };

    private object? Value(string column) =>
        Columns.TryGetValue(column, out var value) ? value : throw UnreadableAnswerException.Column(column);

    private static SqlRow Read(SqlDataReader reader, SqlServerText words)
    {
        var columns = new Dictionary<string, object?>(StringComparer.OrdinalIgnoreCase);
        for (var i = 0; i < reader.FieldCount; i++)
        {
            // The first of two columns of one name counts; a type that nobody asked for counts as null.
            if (IsKnown(reader.GetDataTypeName(i)) && columns.TryAdd(reader.GetName(i), value: null) && !reader.IsDBNull(i))
            {
                columns[reader.GetName(i)] = reader.GetFieldType(i) == typeof(string) ? words.Text(Text(reader, i)) : reader.GetValue(i);
            }
        }

        return new SqlRow(columns);
    }

    private static bool IsKnown(string type) => type is "bit" or "tinyint" or "smallint" or "int" or "bigint"
        or "decimal" or "numeric" or "float" or "real"
        or "datetime" or "datetime2" or "smalldatetime"
        or "char" or "varchar" or "nchar" or "nvarchar";

    private static string Text(SqlDataReader reader, int column)
    {
        var characters = new char[SqlAnswerLimits.Characters];
        return new string(characters, 0, (int)reader.GetChars(column, 0, characters, 0, characters.Length));
    }
}

internal sealed class UnreadableAnswerException(string message) : Exception(message)
{
    public static UnreadableAnswerException Column(string column) => new($"its answer has no usable {column}");

    public static UnreadableAnswerException TooLong() => new("its answer has no end");
}

/// <summary>How much a server may answer to one statement, usually some kilobytes; docs/security.md is the reference.</summary>
internal static class SqlAnswerLimits
{
    public const int Results = 100, Columns = 100, Rows = 10_000;

    public const int Characters = 4_000, Sentence = 1_000;

    public const long Bytes = 8 << 20;

    /// <summary>Memory in bytes, some megabytes are usual: SqlClient does not count what comes before the end of a login.</summary>
    public const long Login = 96 << 20;

    public static readonly TimeSpan Counting = TimeSpan.FromMilliseconds(50);
}

/// <summary>Watches how much a server has sent: SqlClient itself keeps messages without end.</summary>
internal sealed class AnswerWatch : IDisposable
{
    private readonly TaskCompletionSource _exceeded = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly ITimer _timer;

    public AnswerWatch(Func<long> received, long maxBytes, TimeProvider time)
    {
        var end = received() + maxBytes;
        _timer = time.CreateTimer(
            _ =>
            {
                if (received() > end)
                {
                    _exceeded.TrySetResult();
                }
            },
            state: null,
            SqlAnswerLimits.Counting,
            SqlAnswerLimits.Counting);
    }

    public Task Exceeded => _exceeded.Task;

    public bool IsExceeded => _exceeded.Task.IsCompleted;

    public void Dispose() => _timer.Dispose();
}
