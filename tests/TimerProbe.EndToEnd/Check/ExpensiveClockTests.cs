namespace TimerProbe.EndToEnd.Check;

/// <summary>Clocks of any cost, up to those so expensive that the timestamps around a batch cost more than anything in it, as in nested guests.</summary>
[Collection(nameof(AloneOnTheMachine))]
public sealed class ExpensiveClockTests
{
    /// <summary>What is added to a read, in ns; those in between by tests/run all.</summary>
    public static IEnumerable<TheoryDataRow<int>> Delays =>
    [
        .. ((int[])[0, 200, 420, 5_000, 70_000]).Select(delay => new TheoryDataRow<int>(delay)),
        .. ((int[])[120, 1_000, 20_000, 50_000, 90_000, 110_000, 150_000, 300_000, 500_000]).Select(delay => new TheoryDataRow<int>(delay).WithTrait("Run", "all")),
    ];

    [Theory]
    [MemberData(nameof(Delays))]
    public async Task A_platform_timer_is_named_however_expensive_it_is(int delay)
    {
        Needs.SlowClock();
        using var folder = new TemporaryFolder();
        var clocksource = folder.Write("hpet", "hpet\n");
        var (read, verdict) = await JudgeAsync(ClockSource.PreciseTime, delay, $"precise={delay} counter={delay} clocksource={clocksource}");
        var expected = (VerdictTable.Band(read), read <= VerdictTable.HealthyLimit ? ClockCause.None : ClockCause.PlatformTimer);
        Assert.True(expected == (verdict.State, verdict.Cause), $"{verdict.State} {verdict.Cause}: {verdict.Because}");
        // Batches beside a clock that is dearer are so long that a busy machine disturbs RDTSC's, which makes it less sure, and no other cause.
        var confidence = read < VerdictTable.CheckLimit ? Confidence.Inferred : Confidence.Measured;
        Assert.True(delay is 0 or > 20_000 || verdict.Confidence == confidence, $"{verdict.Confidence}: {verdict.Because}");
    }

    [Theory]
    [MemberData(nameof(Delays))]
    public async Task A_trapped_tsc_is_named_however_expensive_it_is(int delay)
    {
        Needs.SlowClock();
        var (read, verdict) = await JudgeAsync(ClockSource.TimestampCounter, delay, $"precise={delay} counter={delay} tsc={delay}");
        (ClockState, ClockCause)[] expected = delay switch
        {
            0 => [(ClockState.Healthy, ClockCause.None)],
            // An RDTSC of 100 to 300 ns is neither native nor trapped.
            _ when read < VerdictTable.VmExitFloor => [(ClockState.Check, ClockCause.Unknown), (ClockState.Suspicious, ClockCause.Unknown)],
            _ => [(ClockState.Slow, ClockCause.TscTrapped)],
        };
        Assert.True(expected.Contains((verdict.State, verdict.Cause)), $"{verdict.State} {verdict.Cause}: {verdict.Because}");
    }

    // A read costs the delay and what this machine takes besides, 15 to 190 ns: so the state is that of what the run itself measured.
    // Half a millisecond a read leaves a busy machine too few batches in the default budget.
    private static async Task<(Duration Read, Verdict Verdict)> JudgeAsync(ClockSource source, int delay, string clocks)
    {
        var document = (await TimerProbeProgram.Fastest.WithClocks(clocks).CheckAsync("--budget", "60s")).Document;
        var read = document.Clocks.Single(clock => clock.Source == source).CallNs!.Median;
        Assert.True(read.Nanoseconds >= delay, $"a read of {delay} ns and more was measured as {read}");
        return (read, document.Verdict);
    }
}
