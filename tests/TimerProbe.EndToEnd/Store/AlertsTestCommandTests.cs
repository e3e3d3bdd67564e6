namespace TimerProbe.EndToEnd.Store;

/// <summary><c>timerprobe alerts test</c>: whether alerts arrive is known before the first one is due.</summary>
public sealed class AlertsTestCommandTests : IDisposable
{
    private const string Takes = """ "command": { "file": "/bin/sh", "arguments": [ "-c", "cat >> TOLD" ] } """;
    private const string Closed = """ "webhooks": [ { "url": "http://127.0.0.1:1/hook" } ] """;

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Each_way_gets_one_alert_of_each_kind_and_no_store_is_made()
    {
        Needs.Linux();

        var result = await TestAsync(Takes);

        Assert.Equal((0, ""), (result.ExitCode, result.Error));
        Assert.Equal("ok      command\n        accepted 12 test alerts\n", result.Out);
        var told = (await File.ReadAllLinesAsync(_folder["told"], Cancel)).Select(AlertPayload.Read).ToList();
        Assert.Equal(Enum.GetValues<AlertKind>(), told.Select(alert => alert.Kind));
        Assert.All(told, alert => Assert.True(alert.IsTest && alert.Title.StartsWith("TEST (nothing happened): timerprobe-test ", StringComparison.Ordinal)));
        Assert.False(File.Exists(_folder["fleet.db"]));
    }

    [Theory]
    [InlineData(5, Takes + "," + Closed, "accepted 12 test alerts")]
    [InlineData(4, Closed, "error   webhook:127.0.0.1:1/")]
    public async Task A_way_that_fails_is_said_and_keeps_back_no_other(int exitCode, string ways, string sentence)
    {
        Needs.Linux();

        var result = await TestAsync(ways);

        Assert.Equal((exitCode, ""), (result.ExitCode, result.Error));
        Assert.Contains(sentence, result.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_a_way_there_is_nothing_to_test()
    {
        var result = await TestAsync(""" "notAnsweredAfter": 2 """);
        Assert.Equal((2, ""), (result.ExitCode, result.Out));
        Assert.Contains("has no channel for alerts: add webhooks, mail or command", result.Error, StringComparison.Ordinal);
    }

    private Task<ProgramResult> TestAsync(string ways) => TimerProbeProgram.InProcess.With(
        "alerts", "test", "--config",
        _folder.Write("timerprobe.json", $$"""{ "store": { "target": "fleet.db", "save": true }, "alerts": { {{ways.Replace("TOLD", _folder["told"], StringComparison.Ordinal)}} } }""")).RunAsync();
}
