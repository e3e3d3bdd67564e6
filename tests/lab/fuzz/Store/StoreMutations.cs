namespace TimerProbe.Fuzz.Store;

/// <summary>Changes to a store: to its values, its tables, its bytes, and what lies beside it.</summary>
internal static class StoreMutations
{
    private const int PageSize = 4096;

    private static readonly string[] Endings = ["-wal", "-shm", "-journal", ".vc1.example.org.scan-lock", ".vc1.example.org.scan-lock-holder"];

    public static void Change(string store, FuzzCase fuzz)
    {
        switch (fuzz.Random.Next(16))
        {
            case < 9:
                ByStatements(store, fuzz, RowMutations.Make);
                break;
            case < 12:
                ByStatements(store, fuzz, (it, _) => FormMutations.Make(it));
                break;
            case < 14:
                File.WriteAllBytes(store, Bytes(File.ReadAllBytes(store), fuzz));
                break;
            case 14:
                Beside(store + fuzz.Pick(Endings), fuzz);
                break;
            default:
                File.Delete(store);
                Beside(store, fuzz);
                break;
        }
    }

    private static void ByStatements(string store, FuzzCase fuzz, Func<FuzzCase, SqliteConnection, (string Text, object? Value)> make)
    {
        using var connection = new SqliteConnection($"Data Source={store};Pooling=False");
        connection.Open();
        Run(connection, "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; PRAGMA synchronous = OFF; PRAGMA journal_mode = DELETE; PRAGMA writable_schema = ON", value: null);
        for (var left = fuzz.Random.Next(1, 4); left > 0; left--)
        {
            var (text, value) = make(fuzz, connection);
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

    private static void Run(SqliteConnection connection, string text, object? value)
    {
        using var command = connection.CreateCommand();
        command.CommandText = text;
        command.Parameters.AddWithValue("$value", value ?? DBNull.Value);
        command.ExecuteNonQuery();
    }

    private static byte[] Bytes(byte[] file, FuzzCase fuzz)
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

    /// <summary>Something else than a file, or a file of something else.</summary>
    private static void Beside(string path, FuzzCase fuzz)
    {
        var target = fuzz.Pick(["noise", "folder", "/dev/zero", "/dev/full", "/dev/null", "/proc/self/mem", "circle", "other"]);
        fuzz.Story.Add($"  {Path.GetFileName(path)}: {target}");
        switch (target)
        {
            case "noise":
                var noise = new byte[fuzz.Random.Next(20_000)];
                fuzz.Random.NextBytes(noise);
                File.WriteAllBytes(path, noise);
                break;
            case "folder":
                Directory.CreateDirectory(path);
                break;
            case "circle":
                File.CreateSymbolicLink(path, path);
                break;
            case "other":
                File.WriteAllText(fuzz.Path("other"), "another's file");
                File.CreateSymbolicLink(path, fuzz.Path("other"));
                break;
            default:
                File.CreateSymbolicLink(path, target);
                break;
        }
    }
}
