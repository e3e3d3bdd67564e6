using TimerProbe.Core.Facts;
using TimerProbe.EndToEnd.Running;

namespace TimerProbe.EndToEnd.Check;

/// <summary>Clocks of any cost, up to those so expensive that the timestamps around a batch cost more than anything in it, as in nested guests.</summary>
[Collection(nameof(AloneOnTheMachine))]
public sealed class ExpensiveClockTests
{
    /// <summary>What is added to a read, in ns: far enough from the limits of the states for whatever a read costs besides.</summary>
    public static TheoryData<int> Delays => [0, 120, 200, 420, 1_000, 5_000, 20_000, 50_000, 70_000, 90_000, 110_000, 150_000, 300_000, 500_000];

    [Theory]
    [MemberData(nameof(Delays))]
    public async Task A_platform_timer_is_named_however_expensive_it_is(int delay)
    {
        Needs.SlowClock();
        using var folder = new TemporaryFolder();
        var clocksource = folder.Write("hpet", "hpet\n");
        var verdict = await JudgeAsync($"precise={delay} counter={delay} clocksource={clocksource}");
        (ClockState, ClockCause) expected = delay switch
        {
            0 => (ClockState.Healthy, ClockCause.None),
            < 300 => (ClockState.Check, ClockCause.PlatformTimer),
            < 600 => (ClockState.Suspicious, ClockCause.PlatformTimer),
            _ => (ClockState.Slow, ClockCause.PlatformTimer),
        };
        Assert.True(expected == (verdict.State, verdict.Cause), $"{verdict.State} {verdict.Cause}: {verdict.Because}");
        // Batches beside a clock that is dearer are so long that a busy machine disturbs RDTSC's, which makes it less sure, and no other cause.
        Assert.True(delay is 0 or > 20_000 || verdict.Confidence == (delay < 300 ? Confidence.Inferred : Confidence.Measured), $"{verdict.Confidence}: {verdict.Because}");
    }

    [Theory]
    [MemberData(nameof(Delays))]
    public async Task A_trapped_tsc_is_named_however_expensive_it_is(int delay)
    {
        Needs.SlowClock();
        var verdict = await JudgeAsync($"precise={delay} counter={delay} tsc={delay}");
        (ClockState, ClockCause) expected = delay switch
        {
            0 => (ClockState.Healthy, ClockCause.None),
            // An RDTSC of 100 to 300 ns is neither native nor trapped.
            < 300 => (ClockState.Check, ClockCause.Unknown),
            _ => (ClockState.Slow, ClockCause.TscTrapped),
        };
        Assert.True(expected == (verdict.State, verdict.Cause), $"{verdict.State} {verdict.Cause}: {verdict.Because}");
    }

    // Half a millisecond a read leaves a busy machine too few batches in the default budget.
    private static async Task<Verdict> JudgeAsync(string clocks) =>
        (await TimerProbeProgram.Fastest.WithClocks(clocks).CheckAsync("--budget", "60s")).Document.Verdict;
}
