namespace TimerProbe.EndToEnd.Running;

/// <summary>Runs a command and reads its document; every document is held against its schema.</summary>
internal static class DocumentRuns
{
    public static Task<(ProgramResult Result, ScanDocument Document)> ToDocumentAsync(this ProgramRun scan) => ReadAsync<ScanDocument>(scan, "timerprobe.scan.1.json");

    public static Task<(ProgramResult Result, SqlDocument Document)> ToSqlDocumentAsync(this ProgramRun sql) => ReadAsync<SqlDocument>(sql, "timerprobe.sql.1.json");

    public static Task<(ProgramResult Result, CheckDocument Document)> CheckAsync(this ProgramRun program, params IEnumerable<string> options) =>
        ReadAsync<CheckDocument>(program.With("check").With(options), "timerprobe.check.1.json");

    public static void AssertVerdict(this CheckDocument document, ClockState state, ClockCause cause, Confidence? confidence = null)
    {
        var verdict = document.Verdict;
        Assert.True((verdict.State, verdict.Cause) == (state, cause), $"{verdict.State} {verdict.Cause}: {verdict.Because}");
        Assert.Equal(confidence, verdict.Confidence);
    }

    private static async Task<(ProgramResult Result, TDocument Document)> ReadAsync<TDocument>(ProgramRun run, string schema)
        where TDocument : class
    {
        var result = await run.With("--output", "json").RunAsync();
        Assert.True(result.Out.StartsWith('{'), $"no document; exit code {result.ExitCode}: {result.Out}{result.Error}");
        await DocumentSchema.AssertValidAsync(result.Out, schema);
        return (result, DocumentJson.Read<TDocument>(result.Out));
    }
}
