namespace TimerProbe.EndToEnd.Running;

/// <summary>Runs <c>sql</c> and reads its document; every document is held against its schema.</summary>
internal static class SqlRun
{
    public static async Task<(ProgramResult Result, SqlDocument Document)> ToSqlDocumentAsync(this ProgramRun sql)
    {
        var result = await sql.With("--output", "json").RunAsync();
        Assert.True(result.Out.StartsWith('{'), $"no document; exit code {result.ExitCode}: {result.Out}{result.Error}");
        await DocumentSchema.AssertValidAsync(result.Out, "timerprobe.sql.1.json");
        return (result, DocumentJson.Read<SqlDocument>(result.Out));
    }
}
