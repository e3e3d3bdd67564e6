using static TimerProbe.Core.Tests.Advice.GuestFactsBuilder;

namespace TimerProbe.Core.Tests.Advice;

public class CpuRulesTests
{
    private static readonly ScalingFacts OneThread = new(1, 40_000_000, 1);

    [Fact]
    public void A_starved_control_under_a_healthy_clock_is_a_warning()
    {
        var finding = new StarvedCpuRule().Evaluate(WindowsOnVMware with { Control = StarvedControl })!;
        Assert.Equal((Severity.Warning, Confidence.Measured), (finding.Severity, finding.Confidence));
        Assert.Contains(new Evidence("Share of the measuring time lost", "42", "%", "measured here"), finding.Evidence);
    }

    [Fact]
    public void A_throttled_run_names_quota_and_throttling()
    {
        var finding = new StarvedCpuRule().Evaluate(WindowsOnVMware.Under(new CpuPressureFacts { Quota = 1.5, ThrottledMs = 120.5, StealMs = 0 }))!;
        Assert.Contains(new Evidence("CPU quota", "1.5", "processors", "cpu.max"), finding.Evidence);
        Assert.Contains(finding.Evidence, evidence => evidence is { Unit: "ms", Source: "cpu.stat" });
    }

    [Fact]
    public void As_the_cause_of_a_slow_clock_starvation_is_critical() =>
        Assert.Equal(Severity.Critical, new StarvedCpuRule()
            .Evaluate(WindowsOnVMware.Says(ClockState.Slow, ClockCause.CpuStarved, Confidence.Measured))!.Severity);

    [Theory]
    [InlineData(ClockCause.TscTrapped, 0.0, Severity.Info)]
    [InlineData(ClockCause.PlatformTimer, 0.0, Severity.Info)]
    [InlineData(ClockCause.TscTrapped, 90.0, Severity.Warning)]
    [InlineData(ClockCause.Unknown, 0.0, Severity.Warning)]
    public void Beside_a_slow_clock_only_what_the_host_takes_is_a_lack_of_CPU(ClockCause cause, double stealMs, Severity expected)
    {
        var finding = new StarvedCpuRule().Evaluate(
            (WindowsOnVMware.Says(ClockState.Slow, cause, Confidence.Measured) with { Control = StarvedControl })
                .Under(new CpuPressureFacts { OverMs = 100, WaitedMs = 60, StealMs = stealMs }))!;

        Assert.Equal(expected, finding.Severity);
        Assert.Equal(expected == Severity.Info, finding.Title.Contains("a slow clock itself", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(70, false)]
    [InlineData(90, true)]
    public void Steal_counts_from_a_tenth_of_all_processors_on(double stealMs, bool fires) =>
        Assert.Equal(fires, new StarvedCpuRule().Evaluate(WindowsOnVMware.Under(new CpuPressureFacts { OverMs = 100, StealMs = stealMs })) is not null);

    [Theory]
    [InlineData(4_000_000_000, true)]
    [InlineData(19_952_000_000, false)]
    public void A_limit_below_the_processors_is_said_as_info(long limit, bool fires)
    {
        var finding = new StarvedCpuRule().Evaluate(WindowsOnVMware.Under(new CpuPressureFacts { LimitHz = new Frequency(limit) }));
        Assert.Equal(fires, finding is { Severity: Severity.Info, Confidence: Confidence.Inferred });
    }

    [Fact]
    public void A_quota_that_did_not_act_is_no_finding() =>
        Assert.Null(new StarvedCpuRule().Evaluate(WindowsOnVMware.Under(new CpuPressureFacts { Quota = 2, ThrottledMs = 0, StealMs = 0 })));

    [Fact]
    public void One_dear_processor_among_cheap_ones_is_named()
    {
        var finding = new UnevenProcessorsRule().Evaluate(WindowsOnVMware with { PerProcessor = Processors(30, 31, 1_200, 29) })!;

        Assert.Equal((Severity.Critical, Confidence.Measured), (finding.Severity, finding.Confidence));
        Assert.Equal("Precise time on processor 2", finding.Evidence[0].What);
        Assert.Equal("Precise time on the others (median)", finding.Evidence[1].What);
        Assert.Equal(2, finding.Evidence.Count);
    }

    [Fact]
    public void Cheap_processors_among_dear_ones_are_named_too()
    {
        var finding = new UnevenProcessorsRule().Evaluate(WindowsOnVMware with { PerProcessor = Processors(1_200, 1_190, 30, 1_210) })!;
        Assert.Equal("30", finding.Evidence[0].Value);
    }

    [Theory]
    [InlineData(30, 1_200)]
    [InlineData(1_200, 30)]
    public void Of_two_processors_only_the_dearer_is_named(double first, double second)
    {
        var evidence = new UnevenProcessorsRule().Evaluate(WindowsOnVMware with { PerProcessor = Processors(first, second) })!.Evidence;
        Assert.Equal([first > second ? "Precise time on processor 0" : "Precise time on processor 1", "Precise time on the other"], evidence.Select(seen => seen.What));
        Assert.Equal(["1200", "30"], evidence.Select(seen => seen.Value));
    }

    [Fact]
    public void Of_two_halves_the_dearer_is_named() => Assert.Equal(
        ["Precise time on processor 1", "Precise time on processor 3"],
        new UnevenProcessorsRule().Evaluate(WindowsOnVMware with { PerProcessor = Processors(30, 1_200, 31, 1_190) })!.Evidence
            .Select(seen => seen.What).Where(what => !what.Contains("others", StringComparison.Ordinal)));

    [Theory]
    [InlineData(30, 89)]
    [InlineData(30, 130)]
    [InlineData(1_000, 2_900)]
    public void Two_processors_within_three_times_or_100_ns_are_even(double first, double second) =>
        Assert.Null(new UnevenProcessorsRule().Evaluate(WindowsOnVMware with { PerProcessor = Processors(first, second) }));

    [Theory]
    [InlineData(30, 31, 89)]
    [InlineData(30, 31, 125)]
    [InlineData(1_000, 1_010, 2_900)]
    public void Processors_within_three_times_or_100_ns_are_even(double first, double second, double third) =>
        Assert.Null(new UnevenProcessorsRule().Evaluate(WindowsOnVMware with { PerProcessor = Processors(first, second, third) }));

    [Fact]
    public void Uneven_processors_without_a_processor_of_their_own_are_only_inferred() =>
        Assert.Equal(
            (Severity.Warning, Confidence.Inferred),
            new UnevenProcessorsRule()
                .Evaluate(WindowsOnVMware with { PerProcessor = Processors(30, 31, 1_200), Control = StarvedControl }) is { } finding
                ? (finding.Severity, finding.Confidence) : default);

    [Theory]
    [InlineData(0.49, true)]
    [InlineData(0.5, false)]
    public void Scaling_below_one_half_is_a_finding(double efficiency, bool fires) =>
        Assert.Equal(fires, new ScalingRule().Evaluate(Scaled(efficiency)) is not null);

    [Theory]
    [InlineData(1_000_000, 0.50, true)] // a platform timer that two threads take turns at
    [InlineData(1_000_000, 0.59, true)]
    [InlineData(1_000_000, 0.60, false)]
    [InlineData(40_000_000, 0.50, false)] // hyper-threads of one core: half the rate, and a read still costs 50 ns
    public void Two_threads_that_take_turns_at_an_expensive_clock_are_a_finding(long alone, double efficiency, bool fires)
    {
        ScalingFacts[] scaling = [new(1, alone, 1), new(2, (long)(alone * 2 * efficiency), efficiency)];
        Assert.Equal(fires, new ScalingRule().Evaluate(WindowsOnVMware with { Scaling = scaling }) is not null);
    }

    [Fact]
    public void Contention_is_named_apart_from_the_cost_of_the_clock()
    {
        var finding = new ScalingRule().Evaluate(Scaled(0.25))!;
        Assert.Contains(finding.Evidence, evidence => evidence is { What: "Clock cost: a read by one thread alone", Value: "25" });
        Assert.Contains(finding.Evidence, evidence => evidence is { What: "Contention: what the other threads add to a read", Value: "75" });
    }

    [Fact]
    public void Scaling_is_not_judged_without_processors_to_scale_on() =>
        Assert.Null(new ScalingRule().Evaluate(Scaled(0.2) with { Control = StarvedControl }));

    private static GuestFacts Scaled(double efficiency) =>
        WindowsOnVMware with { Scaling = [OneThread, new(2, 80_000_000, 1), new(8, (long)(320_000_000 * efficiency), efficiency)] };

    private static ProcessorClockFacts[] Processors(params double[] preciseTimes) =>
        [.. preciseTimes.Select((cost, index) => new ProcessorClockFacts(index, 0, new Duration(cost), new Duration(12)))];
}
