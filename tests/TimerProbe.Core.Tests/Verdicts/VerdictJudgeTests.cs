namespace TimerProbe.Core.Tests.Verdicts;

public sealed class VerdictJudgeTests
{
    private static readonly VerdictJudge Judge = new(new ClockPath(InVirtualMachine: true, FastPath: true, PlatformTimer: false, HypervisorPage: false));

    [Fact]
    public void A_narrow_interval_is_decided() => Assert.True(Judge.IsDecided(Intervals((22, 22, 23), (3500, 3400, 3600), (10, 9, 11))));

    [Theory]
    [InlineData(95, 90, 110)] // healthy or check
    [InlineData(600, 590, 610)] // suspicious or slow, and RDTSC is cheap
    public void An_interval_across_a_band_is_not_decided(double median, double low, double high) =>
        Assert.False(Judge.IsDecided(Intervals((median, low, high), (3500, 3400, 3600), (10, 9, 11))));

    [Fact]
    public void A_ratio_across_its_limit_is_not_decided() =>
        Assert.False(Judge.IsDecided(Intervals((1200, 1190, 1210), (3000, 2900, 3100), (1060, 1040, 1080))));

    [Fact]
    public void What_does_not_matter_need_not_be_narrow() => Assert.True(Judge.IsDecided(Intervals((22, 21, 23), (3500, 200, 90_000), (10, 9, 5000))));

    [Fact]
    public void At_the_end_an_interval_over_two_neighbours_is_judged_by_its_median()
    {
        var verdict = Judge.Judge(Intervals((98, 90, 130), (3500, 3400, 3600), (10, 9, 11)));
        Assert.Equal((ClockState.Healthy, ClockCause.None), (verdict.State, verdict.Cause));
    }

    [Fact]
    public void At_the_end_an_interval_beyond_neighbours_is_unclear_and_load_is_no_cause()
    {
        var verdict = Judge.Judge(Intervals((98, 20, 400), (3500, 3400, 3600), (10, 9, 11)) with { Control = new RatioInterval(4, 4, 4) });
        Assert.Equal((ClockState.Unclear, ClockCause.Unknown), (verdict.State, verdict.Cause));
    }

    [Fact]
    public void A_control_that_may_not_be_slow_starves_no_clock()
    {
        var intervals = Intervals((12_980, 12_900, 13_100), (1070, 1060, 1080), (4100, 4000, 4200)) with { Control = new RatioInterval(235, 1.2, 700) };
        Assert.False(Judge.IsDecided(intervals));
        Assert.Equal((ClockState.Unclear, ClockCause.Unknown), (Judge.Judge(intervals).State, Judge.Judge(intervals).Cause));
        var steady = intervals with { Control = new RatioInterval(235, 230, 240) };
        Assert.Equal(ClockCause.CpuStarved, Judge.Judge(steady).Cause);
    }

    [Fact]
    public void A_control_that_is_slow_nowhere_need_not_be_narrow() =>
        Assert.True(Judge.IsDecided(Intervals((22, 21, 23), (3500, 3400, 3600), (10, 9, 11)) with { Control = new RatioInterval(1, 0.5, 1.4) }));

    [Fact]
    public void A_second_in_doubt_leaves_every_verdict_open_with_the_reason()
    {
        var verdict = Judge.Judge(Intervals((1180, 1170, 1190), (1070, 1060, 1080), (1090, 1080, 1100)), doubt: "the reason");
        Assert.Equal((ClockState.Unclear, ClockCause.Unknown, null, "the reason"), (verdict.State, verdict.Cause, verdict.Confidence, verdict.Because));
    }

    [Fact]
    public void Without_the_stub_the_counter_has_to_be_narrow_too()
    {
        var intervals = Intervals((1180, 1170, 1190), (1070, 1060, 1080), null) with { Counter = Interval((1150, 500, 1170)) };
        Assert.False(Judge.IsDecided(intervals));
        Assert.Equal(ClockState.Unclear, Judge.Judge(intervals).State);
    }

    [Theory]
    [InlineData(1200, 10, 400, 1100)] // RDTSC may be native
    [InlineData(250, 200, 320, 400)] // check by its band, and perhaps a trap
    public void A_trap_is_not_named_where_the_figures_also_allow_none(double precise, double tscLow, double tsc, double tscHigh)
    {
        var verdict = Judge.Judge(Intervals((precise, precise - 5, precise + 5), (1000, 990, 1010), (tsc, tscLow, tscHigh)));
        Assert.Equal((ClockState.Unclear, ClockCause.Unknown), (verdict.State, verdict.Cause));
    }

    [Fact]
    public void Where_the_figures_allow_two_named_causes_neither_is_named()
    {
        var judge = new VerdictJudge(new ClockPath(InVirtualMachine: true, FastPath: false, PlatformTimer: true, HypervisorPage: false));
        var verdict = judge.Judge(Intervals((1200, 1150, 1250), (1070, 1060, 1080), (700, 12, 1100)));
        Assert.Equal((ClockState.Unclear, ClockCause.Unknown), (verdict.State, verdict.Cause));
    }

    [Fact]
    public void A_cancelled_measurement_is_unclear_whatever_it_saw()
    {
        var verdict = Judge.Judge(Intervals((22, 22, 23), (3500, 3400, 3600), (10, 9, 11)), cancelled: true);
        Assert.Equal(ClockState.Unclear, verdict.State);
        Assert.Contains("cancelled", verdict.Because, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(1180, 1070, 1090, "RDTSC costs 1,090 ns, as much as a VM exit (1,070 ns)")]
    [InlineData(11_900, 3_900, 11_700, "RDTSC costs 11,700 ns, 3.0 times a VM exit (3,900 ns)")]
    [InlineData(1180, 1000, 1500, "RDTSC costs 1,500 ns, 1.5 times a VM exit (1,000 ns)")]
    [InlineData(1180, 1000, 750, "RDTSC costs 750 ns, as much as a VM exit (1,000 ns)")]
    [InlineData(1180, 2000, 1000, "RDTSC costs 1,000 ns, 0.50 of a VM exit (2,000 ns)")]
    [InlineData(1180, 1000, 350, "RDTSC costs 350 ns, 0.35 of a VM exit (1,000 ns)")]
    [InlineData(1180, 70_000, 1090, "RDTSC costs 1,090 ns; executed natively it costs 10 to 25 ns, never 300 ns")]
    public void The_sentence_names_the_figures_that_decided(double precise, double vmExit, double tsc, string expected) =>
        Assert.Equal(expected, Judge.Judge(Intervals((precise, precise, precise), (vmExit, vmExit, vmExit), (tsc, tsc, tsc))).Because);

    private static ClockIntervals Intervals(
        (double Median, double Low, double High) precise,
        (double Median, double Low, double High)? vmExit,
        (double Median, double Low, double High)? tsc) => new(Interval(precise)!.Value, Interval(vmExit), Interval(tsc));

    private static MedianInterval? Interval((double Median, double Low, double High)? figures) =>
        figures is { } known ? new MedianInterval(new Duration(known.Median), new Duration(known.Low), new Duration(known.High)) : null;
}
