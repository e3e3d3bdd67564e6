namespace TimerProbe.Fuzz.Store;

/// <summary>Changes to what a store consists of: its tables, and what says whose file it is.</summary>
internal static class FormMutations
{
    private const string Endless = "WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)";

    private static readonly string[] Tables =
        ["run", "machine", "machine_state", "host", "host_state", "guest", "guest_measurement", "change", "vcenter", "vcenter_scan", "sql_run", "sql_figure", "target_health", "alert", "schema_script"];

    public static (string Text, object? Value) Make(FuzzCase fuzz)
    {
        var table = fuzz.Pick(Tables);
        return (fuzz.Random.Next(14) switch
        {
            0 => $"DROP TABLE {table}",
            1 => $"ALTER TABLE {table} RENAME TO kept",
            2 => $"ALTER TABLE {table} RENAME TO kept; CREATE VIEW {table} AS SELECT * FROM kept",
            3 => $"DROP TABLE {table}; CREATE VIEW {table} AS {Endless} SELECT id, id AS document_id, id AS number, 'x' AS name, 'x' AS program FROM n",
            4 => $"CREATE TABLE grown (data BLOB); CREATE TRIGGER t{fuzz.Random.Next(9)} AFTER {fuzz.Pick(["INSERT", "UPDATE", "DELETE"])} ON {table} BEGIN INSERT INTO grown (data) {Endless} SELECT zeroblob(1000000) FROM n; END",
            5 => $"ALTER TABLE {table} ADD COLUMN more{fuzz.Random.Next(9)} TEXT",
            6 => $"DROP TABLE {table}; CREATE TABLE {table} (id INTEGER PRIMARY KEY, x AS (abs(-9223372036854775807 - id)))",
            7 => $"PRAGMA application_id = {fuzz.Random.Next()}",
            8 => $"PRAGMA user_version = {fuzz.Random.Next()}",
            9 => "PRAGMA journal_mode = WAL",
            10 => $"UPDATE sqlite_master SET sql = replace(sql, 'INTEGER', '{fuzz.Pick(["TEXT", "BLOB", "(", "INTEGER DEFAULT (randomblob(1000000000))"])}') WHERE name = '{table}'",
            11 => $"UPDATE sqlite_master SET rootpage = {fuzz.Random.Next(0, 200)} WHERE name = '{table}'",
            12 => $"UPDATE schema_script SET {fuzz.Pick(["number = 99", "number = -1", "number = 'x'", "program = char(27) || '[31m'", "name = NULL", "number = 9223372036854775807"])}",
            _ => $"CREATE TABLE IF NOT EXISTS {fuzz.Pick(["stranger", "sqlite_stat2", "\"a b\"", "RUN"])} (x)",
        }, null);
    }
}
