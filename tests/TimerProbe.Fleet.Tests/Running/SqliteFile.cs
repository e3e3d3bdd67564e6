namespace TimerProbe.Fleet.Tests.Running;

/// <summary>A store's file, looked at from outside.</summary>
internal static class SqliteFile
{
    /// <summary>What SQLite says of all its pages and indexes: <c>ok</c>.</summary>
    public static Task<string> CheckAsync(string file) => AskAsync(file, "PRAGMA integrity_check");

    public static async Task<string> AskAsync(string file, string sql)
    {
        SQLitePCL.Batteries_V2.Init();
        await using var connection = new SqliteConnection(
            new SqliteConnectionStringBuilder { DataSource = file, Pooling = false }.ToString());
        await connection.OpenAsync(Cancel);
        await using var command = connection.CreateCommand();
        command.CommandText = sql;
        return Convert.ToString(await command.ExecuteScalarAsync(Cancel), System.Globalization.CultureInfo.InvariantCulture)!;
    }
}
