namespace TimerProbe.Fuzz.Store;

/// <summary>What a store must be that this program made and nobody changed.</summary>
internal static class WholeStore
{
    private static readonly string[] Checks = ["PRAGMA integrity_check", "SELECT coalesce(max('a row of ' || \"table\" || ' without its parent'), 'ok') FROM pragma_foreign_key_check"];

    public static async Task JudgeAsync(FuzzCase fuzz, string file)
    {
        if (!File.Exists(file))
        {
            return;
        }

        await using (var connection = new SqliteConnection($"Data Source={file};Mode=ReadWrite;Pooling=False"))
        {
            await connection.OpenAsync();
            foreach (var check in Checks)
            {
                await using var command = connection.CreateCommand();
                command.CommandText = check;
                if (await command.ExecuteScalarAsync() is not "ok" and var broken)
                {
                    fuzz.Fail($"the store is broken: {broken}");
                }
            }
        }

        var listed = await ProgramUnderTest.RunAsync("history", "list", "--store", file);
        CaseJudge.Judge(fuzz, listed);
        if (listed.ExitCode != 0)
        {
            fuzz.Fail($"the runs of a store that is whole cannot be listed: {listed.ExitCode}");
        }
    }
}
