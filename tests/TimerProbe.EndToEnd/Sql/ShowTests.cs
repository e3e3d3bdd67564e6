namespace TimerProbe.EndToEnd.Sql;

/// <summary><c>sql --show</c>: the T-SQL, without a server.</summary>
public sealed partial class ShowTests
{
    [Fact]
    public async Task What_a_run_sends_is_what_was_shown()
    {
        await using var server = new ModelServer();
        var shown = Comparable((await TimerProbeProgram.InProcess.With("sql", "--show", "--workload", "all").RunAsync()).Out);
        Assert.Equal(0, (await server.Sql("--argument", "1000000007", "--yes").RunAsync()).ExitCode);
        var sent = server.Requests.Select(request => Comparable(request.Text)).Distinct().ToList();

        Assert.True(sent.Count > 15, string.Join('\n', sent));
        Assert.Equal("", string.Join("\n", sent.Where(text => !shown.Contains(text, StringComparison.Ordinal))));
    }

    [Fact]
    public async Task A_workload_is_shown_by_itself_and_nothing_is_connected_to()
    {
        await using var server = new ModelServer();
        var result = await server.Sql("--show", "--workload", "setControl").RunAsync();
        Assert.Equal((0, ""), (result.ExitCode, result.Error));
        Assert.Contains("-- Workload setControl:", result.Out, StringComparison.Ordinal);
        Assert.Equal(1, result.Out.Split("-- Workload ").Length - 1);
        Assert.DoesNotContain("commit", result.Out.Split("-- Workload ")[1], StringComparison.OrdinalIgnoreCase);
        Assert.Empty(server.Requests);
    }

    /// <summary>Without the names of a run, and with single blanks.</summary>
    private static string Comparable(string text) =>
        string.Join(' ', RunNames().Replace(text, "NAME").Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));

    [GeneratedRegex(@"#?TimerProbe_[0-9A-Fa-f]{8,}[A-Za-z0-9_]*|\$\([A-Za-z]+\)", RegexOptions.ExplicitCapture, 10_000)]
    private static partial Regex RunNames();
}
