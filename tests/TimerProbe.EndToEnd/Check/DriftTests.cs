namespace TimerProbe.EndToEnd.Check;

/// <summary>The rate of the clock, against servers on the loopback.</summary>
public sealed class DriftTests
{
    private static readonly ProgramRun Program = TimerProbeProgram.Fastest;

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
        Assert.Equal(-ppm, drift.CounterAgainstReferencePpm!.Value.Value, 2_000 + drift.UncertaintyPpm!.Value.Value);
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

    [Theory]
    [InlineData(0, null)]
    [InlineData(-64, Severity.Warning)]
    [InlineData(7_200, Severity.Critical)]
    public async Task A_server_alone_tells_at_once_whether_the_time_is_right(double aheadSeconds, Severity? severity)
    {
        Needs.Linux();
        using var server = FakeNtpServer.Right(aheadSeconds);
        var (result, document) = await Program.CheckAsync("--reference", Address(server));
        var time = document.Time!;
        Assert.Null(document.Drift);
        Assert.Equal(aheadSeconds * 1_000, time.OffsetMs!.Value, time.OffsetUncertaintyMs!.Value + 5);
        Assert.Equal((TimeReferenceKind.Ntp, Address(server), 2), (time.Reference!.Kind, time.Reference.Name, time.Reference.Stratum));
        Assert.InRange(server.Asked, 1, 3);
        Assert.Equal(severity, document.Findings.FirstOrDefault(finding => finding.Rule == "TP401")?.Severity);
        await DocumentSchema.AssertValidAsync(result.Out, "timerprobe.check.1.json");
    }

    [Fact]
    public async Task A_clock_that_is_set_again_and_again_is_told_with_how_often_and_how_far()
    {
        var document = await CheckSteppedAsync(async set =>
        {
            for (var i = 0; i < 4; i++)
            {
                set(i % 2 == 0 ? 2 : 0);
                await Task.Delay(1_500, Cancel);
            }
        });
        Assert.InRange(document.Time!.Steps!.Count, 2, 4); // A program that gets no processor sees two steps as none.
        Assert.All(document.Time.Steps!, step => Assert.Equal(2_000, Math.Abs(step.ByMs), 500.0));
        Assert.Equal(Severity.Warning, document.Findings.Single(finding => finding.Rule == "TP402").Severity);
    }

    [Fact]
    public async Task Processors_are_compared_and_a_raw_counter_is_timed_where_it_was_asked_for()
    {
        Needs.Linux();
        var (_, plain) = await Program.CheckAsync();
        Assert.Null(plain.Time!.ProcessorsApartNs);
        Assert.DoesNotContain(plain.Clocks, clock => clock.Source == ClockSource.MonotonicRaw);
        Assert.Equal((0, null), (plain.Time.BackwardSteps, plain.Time.Services));
        var (_, document) = await Program.CheckAsync("--per-processor", "--drift", "10s");
        Assert.Equal(document.PerProcessor!.Count > 1 ? 0 : null, document.Time!.ProcessorsApartNs);
        Assert.NotNull(document.Clocks.Single(clock => clock.Source == ClockSource.MonotonicRaw).CallNs);
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
        var document = await CheckSteppedAsync(set =>
        {
            set(seconds);
            return Task.CompletedTask;
        });
        var drift = document.Drift!;

        Assert.Equal(seconds * 1_000.0, drift.AdjustedMs!.Value, 1_000.0);
        Assert.Equal(seconds * 1_000.0, Assert.Single(document.Time!.Steps!).ByMs, 1_000.0);
        Assert.Equal(0, drift.CounterAgainstReferencePpm!.Value.Value, 2_000 + drift.UncertaintyPpm!.Value.Value);
    }

    /// <summary>A check of which the clock is set once the server was asked.</summary>
    private static async Task<CheckDocument> CheckSteppedAsync(Func<Action<long>, Task> step)
    {
        Needs.OtherDay();
        using var folder = new TemporaryFolder();
        using var server = FakeNtpServer.Running(0, () => Stopwatch.GetElapsedTime(0).TotalSeconds);
        LabClocks.SetSteps(folder["steps"], 0);
        var check = Program.WithSteps(folder["steps"]).CheckAsync("--drift", "10s", "--reference", Address(server));
        while (server.Asked < 3)
        {
            await Task.Delay(100, Cancel);
        }

        await step(seconds => LabClocks.SetSteps(folder["steps"], seconds));
        return (await check).Document;
    }

    private static string Address(FakeNtpServer server) => $"127.0.0.1:{server.Port}";
}
