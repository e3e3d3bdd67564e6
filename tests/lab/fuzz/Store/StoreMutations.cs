namespace TimerProbe.Fuzz.Store;

/// <summary>Damage to a store: values of every kind in every column, rows and tables that are missing, and bytes of its file.</summary>
internal static class StoreMutations
{
    private const int PageSize = 4096;

    private static readonly object?[] Odd =
    [
        null, 0L, 1L, -1L, 2L, 7L, long.MinValue, long.MaxValue, 253402300800000L, -62135596800001L, 2147483648L,
        double.PositiveInfinity, double.NegativeInfinity, 1e308, -1e-300, 0.5, "",
        "home", "slow", "9", "x", "{}", "[]", "{\"virtualRdtsc\":1e400}", "0198f0c2-0000-7000-8000-000000000001", Array.Empty<byte>(), new byte[] { 0, 0, 0, 0x7F, 0 }, new byte[] { 255, 255, 255, 127, 27, 255 },
    ];

    public static void Change(string store, FuzzCase fuzz)
    {
        if (fuzz.OneIn(5))
        {
            File.WriteAllBytes(store, ChangeBytes(File.ReadAllBytes(store), fuzz));
            return;
        }

        using var connection = new SqliteConnection($"Data Source={store};Pooling=False");
        connection.Open();
        Run(connection, "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; PRAGMA synchronous = OFF; PRAGMA journal_mode = DELETE", value: null);
        for (var left = fuzz.Random.Next(1, 4); left > 0; left--)
        {
            var (text, value) = MakeStatement(fuzz, connection);
            fuzz.Story.Add($"  {text} {(value is byte[] bytes ? Convert.ToHexString(bytes[..Math.Min(40, bytes.Length)]) : value)}");
            try
            {
                Run(connection, text, value);
            }
            catch (SqliteException ex)
            {
                fuzz.Story.Add("  " + ex.Message);
            }
        }
    }

    private static (string Text, object? Value) MakeStatement(FuzzCase fuzz, SqliteConnection connection)
    {
        var table = fuzz.Pick(Ask(connection, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"));
        var column = fuzz.Pick(Ask(connection, $"SELECT name FROM pragma_table_info('{table}')"));
        var where = fuzz.OneIn(3) ? "" : $" WHERE rowid IN (SELECT rowid FROM {table} ORDER BY rowid LIMIT 3 OFFSET {fuzz.Random.Next(30)})";
        return fuzz.Random.Next(13) switch
        {
            0 => ($"DELETE FROM {table}{where}", null),
            1 => ($"UPDATE {table} SET {column} = CAST({column} AS {fuzz.Pick(["TEXT", "BLOB", "REAL", "INTEGER"])}){where}", null),
            2 => ($"UPDATE {table} SET {column} = zeroblob({fuzz.Pick([4, 5_000, 10_000_000])}){where}", null),
            3 => ($"UPDATE OR IGNORE {table} SET {column} = -{column}{where}", null),
            4 => ($"UPDATE OR IGNORE {table} SET {column} = {column} + 1000000000000{where}", null),
            5 => ($"UPDATE OR IGNORE {table} SET {column} = 'x' || {column} || char(27) || '[31m'{where}", null),
            6 => ($"UPDATE OR REPLACE {table} SET {column} = $value{where}", OddTexts.Any(fuzz.Random)),
            7 => ($"UPDATE {table} SET {column} = (SELECT {fuzz.Pick(["started_at", "document", "sha256", "subject", "document_id"])} FROM run ORDER BY id DESC LIMIT 1){where}", null),
            8 => ($"ALTER TABLE {table} RENAME TO kept", null),
            _ => ($"UPDATE OR REPLACE {table} SET {column} = $value{where}", fuzz.Pick(Odd)),
        };
    }

    private static List<string> Ask(SqliteConnection connection, string text)
    {
        using var command = connection.CreateCommand();
        command.CommandText = text;
        using var reader = command.ExecuteReader();
        var all = new List<string>();
        while (reader.Read())
        {
            all.Add(reader.GetString(0));
        }

        return all;
    }

    private static void Run(SqliteConnection connection, string text, object? value)
    {
        using var command = connection.CreateCommand();
        command.CommandText = text;
        command.Parameters.AddWithValue("$value", value ?? DBNull.Value);
        command.ExecuteNonQuery();
    }

    private static byte[] ChangeBytes(byte[] file, FuzzCase fuzz)
    {
        for (var left = fuzz.Random.Next(1, 6); left > 0 && file.Length > 0; left--)
        {
            var at = fuzz.OneIn(3) ? fuzz.Random.Next(Math.Min(100, file.Length)) : fuzz.Random.Next(file.Length);
            var page = at / PageSize * PageSize;
            var length = Math.Min(PageSize, file.Length - page);
            fuzz.Story.Add($"  byte {at}");
            switch (fuzz.Random.Next(6))
            {
                case 0:
                    file = file[..at];
                    break;
                case 1:
                    Array.Clear(file, page, length);
                    break;
                case 2:
                    Array.Copy(file, fuzz.Random.Next(file.Length - length + 1), file, page, length);
                    break;
                default:
                    file[at] ^= (byte)(1 << fuzz.Random.Next(8));
                    break;
            }
        }

        return file;
    }
}
