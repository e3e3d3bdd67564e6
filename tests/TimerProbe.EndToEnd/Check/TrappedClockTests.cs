namespace TimerProbe.EndToEnd.Check;

[Collection(nameof(AloneOnTheMachine))]
public sealed class TrappedClockTests
{
    [Fact]
    public async Task A_native_clock_is_healthy_and_exits_with_0()
    {
        Needs.Linux();
        var (result, document) = await TimerProbeProgram.FrameworkDependent.CheckAsync();
        document.AssertVerdict(ClockState.Healthy, ClockCause.None);
        Assert.Equal(0, result.ExitCode);
    }

    [Fact]
    public async Task A_trapped_clock_is_named_and_exits_with_10()
    {
        Needs.TrappedClock();
        var (result, document) = await TimerProbeProgram.FrameworkDependent.Trapped().CheckAsync();
        document.AssertVerdict(ClockState.Slow, ClockCause.TscTrapped, Confidence.Measured);
        Assert.Contains(document.Findings, finding => finding.Rule == "TP101");
        Assert.Equal(10, result.ExitCode);
    }

    [Fact]
    public async Task The_single_file_says_the_same()
    {
        Needs.TrappedClock();
        Needs.SelfContained();
        var (native, healthy) = await TimerProbeProgram.SelfContained.CheckAsync();
        healthy.AssertVerdict(ClockState.Healthy, ClockCause.None);
        Assert.Equal(0, native.ExitCode);

        var (trapped, slow) = await TimerProbeProgram.SelfContained.Trapped().CheckAsync();
        slow.AssertVerdict(ClockState.Slow, ClockCause.TscTrapped, Confidence.Measured);
        Assert.Equal(10, trapped.ExitCode);
    }

    [Fact]
    public async Task Without_the_stub_a_trapped_clock_is_inferred()
    {
        Needs.TrappedClock();
        var (result, document) = await TimerProbeProgram.FrameworkDependent.Trapped().CheckAsync("--no-stub");
        document.AssertVerdict(ClockState.Slow, ClockCause.TscTrapped, Confidence.Inferred);
        Assert.Equal("turned off by --no-stub", document.Clocks.Single(clock => clock.Source == ClockSource.TimestampCounter).Why);
        Assert.Equal(10, result.ExitCode);
    }
}
