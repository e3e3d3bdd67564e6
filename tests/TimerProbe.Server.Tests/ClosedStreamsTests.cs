namespace TimerProbe.Server.Tests;

/// <summary>Standard output and error that are closed, full, or read by nobody: no command crashes, and no token is good that nobody has seen.</summary>
[Trait("Needs", "sh")]
public sealed class ClosedStreamsTests : IAsyncLifetime
{
    private const string NotLocal = "http://192.0.2.1:1";

    private TestStore _place = null!;

    public async ValueTask InitializeAsync()
    {
        _place = await TestStore.NewAsync(Engine.Sqlite);
        Assert.Equal(0, (await ServerNode.RunAsync("migrate", "--store", _place.Text)).ExitCode);
    }

    public ValueTask DisposeAsync() => _place.DisposeAsync();

    [Theory]
    [InlineData("exec \"$@\" >&-", 3, "it is closed")]
    [InlineData("exec \"$@\" >/dev/full", 3, "No space left on device")]
    [InlineData("exec 4> >(:); wait $!; exec \"$@\" >&4 4>&-", 0, null)]
    [InlineData("exec \"$@\" <&- >&- 2>&-", 3, null)]
    public async Task What_cannot_be_written_ends_each_command_and_revokes_its_token(string streams, int code, string? reason)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The streams are given by a shell.");
        string[] token = ["tokens", "create", "--name", "x", "--scope", "read", "--store", _place.Text];
        string[] store = ["--store", _place.Text];
        foreach (var command in (string[][])[["--help"], ["--version"], ["migrate", .. store], token, ["tokens", "list", .. store], ["--listen", "http://127.0.0.1:0", .. store]])
        {
            var expected = command == token ? 3 : code;
            var (exitCode, _, error) = await ServerProcess.RunUnderAsync(streams, command);
            Assert.True(exitCode == expected, $"{string.Join(' ', command)}: {exitCode}, not {expected}: {error}");
            Assert.True(reason is null || error.Contains($"timerprobe-server: cannot write standard output: {reason}", StringComparison.Ordinal), error);
        }

        var list = (await ServerNode.RunAsync("tokens", "list", "--store", _place.Text)).Out.TrimEnd().Split('\n');
        Assert.Equal(2, list.Length);
        Assert.Contains("  revoked  ", list[1], StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("exec \"$@\" 2>&-")]
    [InlineData("exec \"$@\" 2>/dev/full")]
    public async Task What_cannot_be_said_ends_nothing(string streams)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The streams are given by a shell.");
        Assert.StartsWith("tps_", (await ServerProcess.RunUnderAsync(streams, "tokens", "create", "--name", "x", "--scope", "read", "--store", _place.Text)).Out, StringComparison.Ordinal);
        Assert.Contains("  good  ", (await ServerNode.RunAsync("tokens", "list", "--store", _place.Text)).Out, StringComparison.Ordinal);
        Assert.Equal(2, (await ServerProcess.RunUnderAsync(streams, "--listen", NotLocal, "--store", _place.Text)).ExitCode);
        Assert.Equal(2, (await ServerProcess.RunUnderAsync(streams, "token")).ExitCode);
    }
}
