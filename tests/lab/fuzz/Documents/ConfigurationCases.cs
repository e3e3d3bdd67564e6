namespace TimerProbe.Fuzz.Documents;

/// <summary>Configurations that somebody changed.</summary>
internal sealed class ConfigurationCases : ICaseKind
{
    public async Task RunAsync(FuzzCase fuzz)
    {
        var file = fuzz.Path("timerprobe.json");
        await File.WriteAllBytesAsync(file, JsonMutations.Change(SampleTexts.Configuration, fuzz));
        CaseJudge.Judge(fuzz, await fuzz.Program.RunAsync("config", "check", "--offline", "--config", file), new Dictionary<string, string>(StringComparer.Ordinal));
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
