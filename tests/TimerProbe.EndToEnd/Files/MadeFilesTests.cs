namespace TimerProbe.EndToEnd.Files;

/// <summary>Who may read what the program makes.</summary>
public sealed class MadeFilesTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    [Theory]
    [InlineData("000", "640")]
    [InlineData("077", "600")]
    public async Task What_is_made_is_the_owners_and_the_groups(string umask, string mode)
    {
        Needs.Linux();
        await RunAsync(umask, "check", "--out", _folder["check.json"], "--save", "--store", _folder["fleet.db"]);
        await RunAsync(umask, "watch", "--for", "1s", "--log", _folder["watch.jsonl"]);
        Assert.Equal(mode, await ModeOfAsync("check.json"));
        Assert.Equal(mode, await ModeOfAsync("fleet.db"));
        Assert.Equal(mode, await ModeOfAsync("watch.jsonl"));
    }

    public void Dispose() => _folder.Dispose();

    private static async Task RunAsync(string umask, params string[] arguments)
    {
        await TimerProbeProgram.FrameworkDependent.With(arguments).Under("sh", "-c", $"umask {umask}; exec \"$0\" \"$@\"").SucceedsAsync();
    }

    private async Task<string> ModeOfAsync(string name) => (await new ProgramRun("stat", ["-c", "%a", _folder[name]]).RunAsync()).Out.Trim();
}
