namespace TimerProbe.EndToEnd.Check;

[Collection(nameof(AloneOnTheMachine))]
public sealed class TrappedClockTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_native_clock_is_healthy_and_exits_with_0_and_a_trapped_one_is_named_and_exits_with_10(bool isPublished)
    {
        Needs.TrappedClock();
        Needs.SelfContained();
        var program = isPublished ? TimerProbeProgram.SelfContained : TimerProbeProgram.FrameworkDependent;

        var (native, healthy) = await program.CheckAsync();
        healthy.AssertVerdict(ClockState.Healthy, ClockCause.None);
        Assert.Equal(0, native.ExitCode);

        var (trapped, slow) = await program.Trapped().CheckAsync();
        slow.AssertVerdict(ClockState.Slow, ClockCause.TscTrapped, Confidence.Measured);
        Assert.Contains(slow.Findings, finding => finding.Rule == "TP101");
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
