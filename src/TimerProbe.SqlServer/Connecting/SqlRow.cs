using System.Globalization;
using Microsoft.Data.SqlClient;

namespace TimerProbe.SqlServer.Connecting;

/// <summary>The row a reader stands on, its columns by name.</summary>
internal readonly record struct SqlRow(SqlDataReader Reader)
{
    public string? Text(string column) => Value(column) as string;

    public int? Integer(string column) => Value(column) is { } value ? Convert.ToInt32(value, CultureInfo.InvariantCulture) : null;

    public long? Long(string column) => Value(column) is { } value ? Convert.ToInt64(value, CultureInfo.InvariantCulture) : null;

    public DateTime? Time(string column) => Value(column) as DateTime?;

    private object? Value(string column) => Reader[column] is var value && value == DBNull.Value ? null : value;
}
