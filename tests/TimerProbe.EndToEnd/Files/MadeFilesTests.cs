namespace TimerProbe.EndToEnd.Files;

/// <summary>Who may read what the program makes, and what it never writes to.</summary>
public sealed class MadeFilesTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    [Theory]
    [InlineData("000", "640")]
    [InlineData("022", "640")]
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

    [Fact]
    public async Task A_mode_that_somebody_chose_is_kept()
    {
        Needs.Linux();
        _folder.Write("check.json", "old", (UnixFileMode)Convert.ToInt32("664", 8));
        await RunAsync("077", "check", "--out", _folder["check.json"]);
        Assert.Equal("664", await ModeOfAsync("check.json"));
        Assert.StartsWith("{", await File.ReadAllTextAsync(_folder["check.json"], TestContext.Current.CancellationToken), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_planted_link_is_not_written_through()
    {
        Needs.Linux();
        var victim = _folder.Write("victim", "untouched");

        // The shell knows the process's id before the program begins, as somebody who starts it over and over would guess it.
        var program = TimerProbeProgram.FrameworkDependent.With("check", "--output", "json", "--out", _folder["check.json"]);
        var planted = $"ln -s '{victim}' '{_folder["check.json"]}'.$$.tmp; exec \"$0\" \"$@\"";
        var result = await program.Under("sh", "-c", planted).RunAsync();
        Assert.True(result.ExitCode == 0, result.Error);
        Assert.Equal("untouched", await File.ReadAllTextAsync(victim, TestContext.Current.CancellationToken));
        Assert.StartsWith("{", await File.ReadAllTextAsync(_folder["check.json"], TestContext.Current.CancellationToken), StringComparison.Ordinal);
    }

    public void Dispose() => _folder.Dispose();

    private static async Task RunAsync(string umask, params string[] arguments)
    {
        var result = await TimerProbeProgram.FrameworkDependent.With(arguments).Under("sh", "-c", $"umask {umask}; exec \"$0\" \"$@\"").RunAsync();
        Assert.True(result.ExitCode == 0, result.Error);
    }

    private async Task<string> ModeOfAsync(string name) => (await new ProgramRun("stat", ["-c", "%a", _folder[name]]).RunAsync()).Out.Trim();
}
