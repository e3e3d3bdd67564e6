namespace TimerProbe.EndToEnd.Check;

[Collection(nameof(AloneOnTheMachine))]
public sealed class WineTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_native_clock_is_healthy_and_a_trapped_one_is_named_on_windows_too(bool isTrapped)
    {
        Needs.Wine();
        Needs.TrappedClock();
        var (result, document) = isTrapped ? await TimerProbeProgram.UnderWine.Trapped().CheckAsync("--budget", "2s") : await TimerProbeProgram.UnderWine.CheckAsync();
        document.AssertVerdict(
            isTrapped ? ClockState.Slow : ClockState.Healthy, isTrapped ? ClockCause.TscTrapped : ClockCause.None, isTrapped ? Confidence.Measured : null);
        Assert.Equal(isTrapped ? 10 : 0, result.ExitCode);
        AssertWindowsFacts(document);
    }

    [Fact]
    public async Task Text_for_a_pipe_has_no_control_codes()
    {
        Needs.Wine();
        var result = await TimerProbeProgram.UnderWine.With("check", "--detail", "full").RunAsync();
        Assert.Contains("GetSystemTimePreciseAsFileTime", result.Out, StringComparison.Ordinal);
        Assert.Contains("Wine", result.Out, StringComparison.Ordinal);
        Assert.DoesNotContain('\u001b', result.Out);
    }

    [Theory]
    [InlineData("csv", true)]
    [InlineData("markdown", true, Traits = new[] { "Run", "all" })]
    [InlineData("html", true, Traits = new[] { "Run", "all" })]
    [InlineData("json", false)]
    [InlineData("openmetrics", false, Traits = new[] { "Run", "all" })]
    public async Task What_Windows_PowerShell_would_change_when_it_redirects_is_said(string format, bool isSaid)
    {
        Needs.Wine();
        var result = await TimerProbeProgram.UnderWine.With("check", "--output", format, "--fail-on", "never").RunAsync();
        Assert.Equal(isSaid, result.Error.Contains($"{format} is written as UTF-8, which Windows PowerShell 5.1 does not keep when it redirects: use --out FILE", StringComparison.Ordinal));
        Assert.NotEqual('\uFEFF', result.Out[0]);
    }

    private static void AssertWindowsFacts(CheckDocument document)
    {
        Assert.Equal("GetSystemTimePreciseAsFileTime", Api(document, ClockSource.PreciseTime));
        Assert.Equal("GetSystemTimeAsFileTime", Api(document, ClockSource.CoarseTime));
        Assert.Equal("QueryPerformanceCounter", Api(document, ClockSource.Counter));
        Assert.Null(document.Machine.Linux);
        var windows = document.Machine.Windows!;
        Assert.NotNull(windows.Wine);
        Assert.NotNull(windows.QpcBypass);
        Assert.NotNull(windows.QpcShift);
        Assert.True(windows.QpfHz!.Value.Hertz > 0);
        Assert.Null(windows.ReferencePage);
        Assert.Contains(document.Machine.Unavailable, missing => missing.What == "referencePage" && missing.Why.Contains("status 0xc0000003", StringComparison.Ordinal));
        Assert.Contains(document.Machine.Unavailable, missing => missing.What == "hostHz" && missing.Why.Length > 0);
    }

    private static string Api(CheckDocument document, ClockSource source) => document.Clocks.Single(clock => clock.Source == source).Api;
}
