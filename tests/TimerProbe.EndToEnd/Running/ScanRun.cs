namespace TimerProbe.EndToEnd.Running;

/// <summary>Runs <c>scan</c> and reads its document; every document is held against its schema.</summary>
internal static class ScanRun
{
    public static async Task<(ProgramResult Result, ScanDocument Document)> ToDocumentAsync(this ProgramRun scan)
    {
        var result = await scan.With("--output", "json").RunAsync();
        Assert.True(result.Out.StartsWith('{'), $"no document; exit code {result.ExitCode}: {result.Out}{result.Error}");
        await DocumentSchema.AssertValidAsync(result.Out, "timerprobe.scan.1.json");
        return (result, DocumentJson.Read<ScanDocument>(result.Out));
    }
}
