using TimerProbe.Core.Facts;
using TimerProbe.EndToEnd.Running;

namespace TimerProbe.EndToEnd.Check;

/// <summary>Clocks of any cost, up to those so expensive that the timestamps around a batch cost more than anything in it, as in nested guests.</summary>
[Collection(nameof(AloneOnTheMachine))]
public sealed class ExpensiveClockTests
{
    /// <summary>What is added to a read, in ns: far enough from the limits of the states for whatever a read costs besides.</summary>
    public static TheoryData<int> Delays =>
        [0, 120, 200, 420, 1_000, 2_000, 5_000, 10_000, 20_000, 35_000, 50_000, 70_000, 80_000, 90_000, 100_000, 110_000, 130_000, 150_000, 200_000, 300_000, 400_000, 500_000];

    [Theory]
    [MemberData(nameof(Delays))]
    public async Task A_platform_timer_is_named_however_expensive_it_is(int delay)
    {
        Needs.SlowClock();
        using var folder = new TemporaryFolder();
        var clocksource = folder.Write("hpet", "hpet\n");
        // Half a millisecond a read leaves a busy machine too few batches in the default budget.
        var (_, document) = await TimerProbeProgram.FrameworkDependent.WithClocks($"precise={delay} counter={delay} clocksource={clocksource}").CheckAsync("--budget", "30s");
        var (state, cause, confidence) = delay switch
        {
            0 => (ClockState.Healthy, ClockCause.None, (Confidence?)null),
            < 300 => (ClockState.Check, ClockCause.PlatformTimer, Confidence.Inferred),
            < 600 => (ClockState.Suspicious, ClockCause.PlatformTimer, Confidence.Measured),
            _ => (ClockState.Slow, ClockCause.PlatformTimer, Confidence.Measured),
        };
        document.AssertVerdict(state, cause, confidence);
    }

    [Theory]
    [MemberData(nameof(Delays))]
    public async Task A_trapped_tsc_is_named_however_expensive_it_is(int delay)
    {
        Needs.SlowClock();
        var (_, document) = await TimerProbeProgram.FrameworkDependent.WithClocks($"precise={delay} counter={delay} tsc={delay}").CheckAsync("--budget", "30s");
        var expected = delay switch
        {
            0 => (ClockState.Healthy, ClockCause.None),
            // An RDTSC of 100 to 300 ns is neither native nor trapped.
            < 300 => (ClockState.Check, ClockCause.Unknown),
            _ => (ClockState.Slow, ClockCause.TscTrapped),
        };
        Assert.True(expected == (document.Verdict.State, document.Verdict.Cause), $"{document.Verdict.State} {document.Verdict.Cause}: {document.Verdict.Because}");
    }
}
