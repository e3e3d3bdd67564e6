namespace TimerProbe.Fuzz.Store;

/// <summary>Changes to what a store consists of: its tables, and what says whose file it is.</summary>
internal static class FormMutations
{
    private static readonly string[] Tables =
        ["run", "machine", "machine_state", "host", "host_state", "guest", "guest_measurement", "change", "vcenter", "vcenter_scan", "sql_run", "sql_figure", "target_health", "alert", "schema_script"];

    public static (string Text, object? Value) Make(FuzzCase fuzz)
    {
        var table = fuzz.Pick(Tables);
        return (fuzz.Random.Next(12) switch
        {
            0 => $"DROP TABLE {table}",
            1 => $"ALTER TABLE {table} RENAME TO kept",
            2 => $"ALTER TABLE {table} RENAME TO kept; CREATE VIEW {table} AS SELECT * FROM kept",
            3 => $"ALTER TABLE {table} ADD COLUMN more{fuzz.Random.Next(9)} TEXT",
            4 => $"DROP TABLE {table}; CREATE TABLE {table} (id INTEGER PRIMARY KEY, x AS (abs(-9223372036854775807 - id)))",
            5 => $"PRAGMA application_id = {fuzz.Random.Next()}",
            6 => $"PRAGMA user_version = {fuzz.Random.Next()}",
            7 => "PRAGMA journal_mode = WAL",
            8 => $"UPDATE sqlite_master SET sql = replace(sql, 'INTEGER', '{fuzz.Pick(["TEXT", "BLOB", "(", "INTEGER DEFAULT (randomblob(1000000000))"])}') WHERE name = '{table}'",
            9 => $"UPDATE sqlite_master SET rootpage = {fuzz.Random.Next(0, 200)} WHERE name = '{table}'",
            10 => $"UPDATE schema_script SET {fuzz.Pick(["number = 99", "number = -1", "number = 'x'", "program = char(27) || '[31m'", "name = NULL", "number = 9223372036854775807"])}",
            _ => $"CREATE TABLE IF NOT EXISTS {fuzz.Pick(["stranger", "sqlite_stat2", "\"a b\"", "RUN"])} (x)",
        }, null);
    }
}
