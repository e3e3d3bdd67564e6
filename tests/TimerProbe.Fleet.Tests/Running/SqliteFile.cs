namespace TimerProbe.Fleet.Tests.Running;

/// <summary>A store's file, looked at from outside.</summary>
internal static class SqliteFile
{
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
