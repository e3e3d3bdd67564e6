using System.Diagnostics;

namespace TimerProbe.EndToEnd.Check;

/// <summary>The rate of the clock, against servers on the loopback.</summary>
public sealed class DriftTests
{
    private static readonly ProgramRun Program = TimerProbeProgram.Fastest;

    [Fact]
    public async Task Without_a_clock_outside_nothing_can_be_told()
    {
        Needs.Linux();
        var (_, document) = await Program.CheckAsync("--drift", "10s");
        var drift = document.Drift!;
        Assert.InRange(drift.OverSeconds, 10, 30);
        Assert.Null(drift.Reference);
        Assert.Null(drift.CounterAgainstReferencePpm);
        Assert.Contains(drift.Unavailable, gap => gap.What == "counterAgainstReferencePpm" && gap.Why.Contains("--reference HOST", StringComparison.Ordinal));
        Assert.DoesNotContain(document.Findings, finding => finding.Rule == "TP107");
    }

    [Theory]
    [InlineData(0, null)]
    [InlineData(30_000, Severity.Critical)]
    public async Task A_server_that_runs_apart_by_three_percent_makes_a_finding(double ppm, Severity? severity)
    {
        Needs.Linux();
        using var server = FakeNtpServer.Running(ppm, () => Stopwatch.GetElapsedTime(0).TotalSeconds);
        var (_, document) = await Program.CheckAsync("--drift", "10s", "--reference", Address(server));
        var drift = document.Drift!;
        Assert.Equal((TimeReferenceKind.Ntp, Address(server), 2), (drift.Reference!.Kind, drift.Reference.Name, drift.Reference.Stratum));
        Assert.Equal(-ppm, drift.CounterAgainstReferencePpm!.Value.Value, 2_000 + drift.ReferenceUncertaintyPpm!.Value.Value);
        Assert.Equal(severity, document.Findings.FirstOrDefault(finding => finding.Rule == "TP107")?.Severity);
    }

    [Fact]
    public async Task A_server_that_does_not_answer_is_said_in_text_and_not_waited_for()
    {
        Needs.Linux();
        using var silent = new FakeNtpServer(_ => []);
        var result = await Program.With("check", "--drift", "24h", "--reference", Address(silent)).RunAsync();
        Assert.Contains("it could not be determined", result.Out, StringComparison.Ordinal);
        Assert.Contains("no answer within a second", result.Out.ReplaceLineEndings(" "), StringComparison.Ordinal);
    }

    /// <summary>Between the two questions to the server.</summary>
    [Theory]
    [Trait("Run", "all")]
    [InlineData(3_600)]
    [InlineData(-3_600)]
    [InlineData(40 * 86_400)]
    [InlineData(-40 * 86_400)]
    public async Task A_clock_that_is_set_meanwhile_is_said_to_be_and_is_no_rate_of_the_counter(int seconds)
    {
        Needs.OtherDay();
        using var folder = new TemporaryFolder();
        using var server = FakeNtpServer.Running(0, () => Stopwatch.GetElapsedTime(0).TotalSeconds);
        LabClocks.SetSteps(folder["steps"], 0);
        var check = Program.WithSteps(folder["steps"]).CheckAsync("--drift", "10s", "--reference", Address(server));
        while (server.Asked == 0)
        {
            await Task.Delay(100, TestContext.Current.CancellationToken);
        }

        LabClocks.SetSteps(folder["steps"], seconds);
        var drift = (await check).Document.Drift!;

        Assert.Equal(seconds * 1_000.0, drift.AdjustedMs!.Value, 1_000.0);
        Assert.Equal(0, drift.CounterAgainstReferencePpm!.Value.Value, 2_000 + drift.ReferenceUncertaintyPpm!.Value.Value);
    }

    [Fact]
    public async Task The_servers_name_is_hidden_too()
    {
        Needs.Linux();
        using var silent = new FakeNtpServer(_ => []);
        var (result, document) = await Program.CheckAsync("--anonymize", "--reference", Address(silent));
        Assert.StartsWith("ntp-", document.Drift!.Reference!.Name, StringComparison.Ordinal);
        Assert.DoesNotContain(Address(silent), result.Out, StringComparison.Ordinal);
    }

    private static string Address(FakeNtpServer server) => $"127.0.0.1:{server.Port}";
}
