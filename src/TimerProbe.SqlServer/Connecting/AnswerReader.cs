using Microsoft.Data.SqlClient;

namespace TimerProbe.SqlServer.Connecting;

/// <summary>
/// Reads an answer column after column, so that no more of a value is held than is kept: SqlClient would make room for as much as a server
/// says that it will send.
/// </summary>
internal static class AnswerReader
{
    /// <summary>For <see cref="SqlCommand.ExecuteReaderAsync(System.Data.CommandBehavior, CancellationToken)"/>.</summary>
    public const System.Data.CommandBehavior Behavior = System.Data.CommandBehavior.SequentialAccess;

    /// <summary>The rows of all results of an answer.</summary>
    /// <exception cref="UnreadableAnswerException">It is larger than any answer to what this program asks.</exception>
    public static async Task<IReadOnlyList<SqlRow>> ReadAsync(
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
                rows.Add(rows.Count < SqlAnswerLimits.Rows ? Row(reader, words) : throw UnreadableAnswerException.TooLong());
            }
        }
        while (await reader.NextResultAsync(cancellationToken));
        return rows;
    }

    private static SqlRow Row(SqlDataReader reader, SqlServerText words)
    {
        var columns = new Dictionary<string, object?>(StringComparer.OrdinalIgnoreCase);
        for (var i = 0; i < reader.FieldCount; i++)
        {
            // Of two columns of one name the first counts, and one of a type that nobody asked for is as good as none.
            if (IsKnown(reader.GetDataTypeName(i)) && columns.TryAdd(reader.GetName(i), value: null) && !reader.IsDBNull(i))
            {
                columns[reader.GetName(i)] = reader.GetFieldType(i) == typeof(string) ? words.Text(Text(reader, i)) : reader.GetValue(i);
            }
        }

        return new SqlRow(columns);
    }

    private static bool IsKnown(
        string type) => type is "bit" or "tinyint" or "smallint" or "int" or "bigint" or "decimal" or "numeric" or "float" or "real" or "datetime" or "datetime2" or "smalldatetime"
        or "char" or "varchar" or "nchar" or "nvarchar";

    private static string Text(SqlDataReader reader, int column)
    {
        var characters = new char[SqlAnswerLimits.Characters];
        return new string(characters, 0, (int)reader.GetChars(column, 0, characters, 0, characters.Length));
    }
}
