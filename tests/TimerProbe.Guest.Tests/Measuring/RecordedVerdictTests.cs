namespace TimerProbe.Guest.Tests.Measuring;

/// <summary>The whole way from batches to a verdict, on machines nobody has at hand.</summary>
public sealed class RecordedVerdictTests
{
    private static readonly ClockPath Fast = new(InVirtualMachine: true, FastPath: true, PlatformTimer: false, HypervisorPage: false);
    private static readonly ClockPath BareMetal = new(InVirtualMachine: false, FastPath: false, PlatformTimer: false, HypervisorPage: false);

    /// <summary>What precise time, CPUID and RDTSC cost.</summary>
    [Theory]
    [InlineData("fast", new double[] { 22 }, new double[] { 3500 }, new double[] { 10 }, ClockState.Healthy, ClockCause.None)]
    [InlineData("fast", new double[] { 1180, 1174, 1189 }, new double[] { 1070, 1064 }, new double[] { 1090, 1094 }, ClockState.Slow, ClockCause.TscTrapped)]
    [InlineData("timer", new double[] { 980, 1010 }, new double[] { 1070 }, new double[] { 10 }, ClockState.Slow, ClockCause.PlatformTimer)]
    [InlineData("page", new double[] { 1400 }, new double[] { 1070 }, new double[] { 10 }, ClockState.Slow, ClockCause.HypervisorPage)]
    [InlineData("fast", new double[] { 500 }, new double[] { 1070 }, new double[] { 150 }, ClockState.Suspicious, ClockCause.Unknown)]
    [InlineData("metal", new double[] { 25 }, new double[] { 60 }, new double[] { 9 }, ClockState.Healthy, ClockCause.None)]
    [InlineData("metal", new double[] { 900 }, new double[] { 60 }, new double[] { 400 }, ClockState.Slow, ClockCause.TscTrapped)]
    [InlineData("fast", new double[] { 22 }, new double[] { 3500 }, new double[] { 10 }, ClockState.Unclear, ClockCause.Unknown, 0.1)]
    public void Batches_become_a_verdict(
        string path, double[] precise, double[] vmExit, double[] tsc, ClockState state, ClockCause cause, double budgetMs = 1e6)
    {
        var known = path switch
        {
            "timer" => Fast with { FastPath = false, PlatformTimer = true },
            "page" => Fast with { HypervisorPage = true },
            "metal" => BareMetal,
            _ => Fast,
        };
        TimeSpan? budget = budgetMs > 1e5 ? null : TimeSpan.FromMilliseconds(budgetMs);
        AssertVerdict(state, cause, Measure(known, precise, vmExit, tsc, budget));
    }

    [Fact]
    public void A_few_interrupted_batches_change_nothing()
    {
        double[] interrupted = [.. Enumerable.Range(0, 600).Select(batch => batch % 8 == 5 ? 3_000.0 : 22)];
        var result = Measure(Fast, interrupted, [3500], [10]);
        AssertVerdict(ClockState.Healthy, ClockCause.None, result);
        Assert.Equal(32, result.Clocks[0].Batches);
    }

    [Fact]
    public void A_clock_that_is_dear_half_of_the_time_is_unclear_after_the_last_look()
    {
        double[] alternating = [.. Enumerable.Range(0, 2000).Select(batch => batch % 2 == 0 ? 22.0 : 1180)];
        var result = Measure(Fast, alternating, [1070], alternating, TimeSpan.FromSeconds(10));
        AssertVerdict(ClockState.Unclear, ClockCause.Unknown, result);
        Assert.Equal(512, result.Clocks[0].Batches);
    }

    [Fact]
    public void The_budget_ends_measuring_whatever_the_load()
    {
        double[] alternating = [.. Enumerable.Range(0, 2000).Select(batch => batch % 2 == 0 ? 450.0 : 40_000)];
        var result = Measure(Fast, alternating, [1070], [10], TimeSpan.FromMilliseconds(400));
        Assert.InRange(result.Elapsed, TimeSpan.FromMilliseconds(400), TimeSpan.FromMilliseconds(500));
    }

    [Theory]
    [InlineData(22)]
    [InlineData(206)]
    [InlineData(299)]
    public void A_cpuid_that_did_not_leave_the_machine_is_compared_with_nothing(double cpuid)
    {
        var result = Measure(Fast, [1100], [cpuid], [1090]);
        var verdict = result.Judge(cancelled: false);
        Assert.Equal((ClockCause.TscTrapped, Confidence.Inferred), (verdict.Cause, verdict.Confidence));
        Assert.DoesNotContain("VM exit", verdict.Because, StringComparison.Ordinal);
        Assert.All(result.Clocks, clock => Assert.Null(clock.RatioToVmExit));
    }

    [Theory]
    [InlineData(27_500, 20)]
    [InlineData(20, 27_500)]
    public void Where_rdtsc_and_rdtscp_differ_tenfold_neither_decides(double tsc, double ordered)
    {
        var result = Measure(
            BareMetal,
            [
                (ClockSource.PreciseTime, [137_000]), (ClockSource.VmExit, [34_000]),
                (ClockSource.TimestampCounter, [tsc]), (ClockSource.TimestampCounterOrdered, [ordered]),
            ]);
        AssertVerdict(ClockState.Slow, ClockCause.Unknown, result);
        Assert.Contains("RDTSC and RDTSCP differ tenfold", result.Judge(cancelled: false).Because, StringComparison.Ordinal);
    }

    [Fact]
    public void Where_the_budget_is_spent_on_the_verdict_the_other_clocks_say_so()
    {
        double[] alternating = [.. Enumerable.Range(0, 2000).Select(batch => batch % 2 == 0 ? 450.0 : 40_000)];
        var result = Measure(
            Fast,
            [(ClockSource.PreciseTime, alternating), (ClockSource.Counter, [22]), (ClockSource.TimestampCounter, [10])],
            TimeSpan.FromMilliseconds(400));
        Assert.Null(result.Clocks[1].CallNs);
        Assert.Equal("the time for measuring was up before its turn came", result.Clocks[1].Why);
    }

    [Fact]
    public void What_coarse_time_leaves_open_after_a_disturbance_is_measured_on()
    {
        double[] disturbed = [.. Enumerable.Range(0, 60).Select(batch => batch % 5 < 2 ? 1_900.0 : 770), 770];
        var result = Measure(
            BareMetal with { Linux = true },
            [(ClockSource.PreciseTime, disturbed), (ClockSource.TimestampCounter, [20]), (ClockSource.CoarseTime, [760])]);
        AssertVerdict(ClockState.Slow, ClockCause.SystemCall, result);
    }

    [Fact]
    public void Cancelling_ends_measuring_with_what_there_is()
    {
        var result = Measure(Fast, [22], [3500], [10], cancelled: true);
        Assert.Equal(1, result.Clocks[0].Batches);
        Assert.NotNull(result.Clocks[0].CallNs);
    }

    private static ClockMeasurementResult Measure(
        ClockPath path, double[] precise, double[] vmExit, double[] tsc, TimeSpan? budget = null, bool cancelled = false) =>
        Measure(
            path,
            [(ClockSource.PreciseTime, precise), (ClockSource.VmExit, vmExit), (ClockSource.TimestampCounter, tsc)],
            budget,
            cancelled);

    private static ClockMeasurementResult Measure(
        ClockPath path, (ClockSource Source, double[] Costs)[] clocks, TimeSpan? budget = null, bool cancelled = false)
    {
        var time = new FakeTime();
        return new ClockMeasurement([.. clocks.Select(clock => new RecordedClock(time, clock.Costs).As(clock.Source))], path, time)
            .Run(budget ?? MeasuringPlan.DefaultBudget, new CancellationToken(cancelled));
    }

    private static void AssertVerdict(ClockState state, ClockCause cause, ClockMeasurementResult result)
    {
        var verdict = result.Judge(cancelled: false);
        Assert.True((verdict.State, verdict.Cause) == (state, cause), $"{verdict.State} {verdict.Cause}: {verdict.Because}");
    }
}
