namespace TimerProbe.EndToEnd.Running;

/// <summary>Runs <c>check</c> and reads its document; every document is held against its schema.</summary>
internal static class CheckRun
{
    public static async Task<(ProgramResult Result, CheckDocument Document)> CheckAsync(this ProgramRun program, params IEnumerable<string> options)
    {
        var result = await program.With("check", "--output", "json").With(options).RunAsync();
        Assert.True(result.Out.StartsWith('{'), $"no document; exit code {result.ExitCode}: {result.Out}{result.Error}");
        await DocumentSchema.AssertValidAsync(result.Out, "timerprobe.check.1.json");
        return (result, DocumentJson.Read<CheckDocument>(result.Out));
    }

    public static void AssertVerdict(this CheckDocument document, ClockState state, ClockCause cause, Confidence? confidence = null)
    {
        var verdict = document.Verdict;
        Assert.True((verdict.State, verdict.Cause) == (state, cause), $"{verdict.State} {verdict.Cause}: {verdict.Because}");
        Assert.Equal(confidence, verdict.Confidence);
    }
}
