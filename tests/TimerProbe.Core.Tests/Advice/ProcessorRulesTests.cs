using static TimerProbe.Core.Tests.Advice.GuestFactsBuilder;

namespace TimerProbe.Core.Tests.Advice;

public class ProcessorRulesTests
{
    private static readonly ScalingFacts OneThread = new(1, 40_000_000, 1);

    [Theory]
    [InlineData(false, Severity.Warning)]
    [InlineData(true, Severity.Critical)] // as the cause of a slow clock
    public void A_starved_control_under_a_healthy_clock_is_a_warning(bool isCause, Severity severity)
    {
        var facts = isCause ? WindowsOnVMware.Says(ClockState.Slow, ClockCause.CpuStarved, Confidence.Measured) : WindowsOnVMware with { Control = StarvedControl };
        var finding = ProcessorRules.Starved.Evaluate(facts)!;
        Assert.Equal((severity, Confidence.Measured), (finding.Severity, finding.Confidence));
    }

    [Theory]
    [InlineData(ClockCause.TscTrapped, 0.0, Severity.Info)]
    [InlineData(ClockCause.PlatformTimer, 0.0, Severity.Info)]
    [InlineData(ClockCause.TscTrapped, 90.0, Severity.Warning)]
    [InlineData(ClockCause.Unknown, 0.0, Severity.Warning)]
    public void Beside_a_slow_clock_only_what_the_host_takes_is_a_lack_of_CPU(ClockCause cause, double stealMs, Severity expected)
    {
        var finding = ProcessorRules.Starved.Evaluate(
            (WindowsOnVMware.Says(ClockState.Slow, cause, Confidence.Measured) with { Control = StarvedControl })
                .Under(new CpuPressureFacts { OverMs = 100, WaitedMs = 60, StealMs = stealMs }))!;

        Assert.Equal(expected, finding.Severity);
        Assert.Equal(expected == Severity.Info, finding.Title.Contains("a slow clock itself", StringComparison.Ordinal));
    }

    public static TheoryData<CpuPressureFacts, bool> Pressures => new()
    {
        { new() { OverMs = 100, StealMs = 70 }, false }, // a tenth of all processors
        { new() { OverMs = 100, StealMs = 90 }, true },
        { new() { LimitHz = new Frequency(4_000_000_000) }, true },
        { new() { LimitHz = new Frequency(19_952_000_000) }, false },
        { new() { Quota = 2, ThrottledMs = 0, StealMs = 0 }, false }, // it did not act
    };

    [Theory]
    [MemberData(nameof(Pressures))]
    public void Pressure_is_a_finding_where_it_acts(CpuPressureFacts pressure, bool fires) =>
        Assert.Equal(fires ? pressure.LimitHz is null ? (Severity.Warning, Confidence.Measured) : (Severity.Info, Confidence.Inferred) : default((Severity, Confidence)?),
            ProcessorRules.Starved.Evaluate(WindowsOnVMware.Under(pressure)) is { } finding ? (finding.Severity, finding.Confidence) : null);

    [Theory]
    [InlineData("30 31 1200 29", "2: 1200, on the others (median): 30")]
    [InlineData("30 31 400 29", "2: 400, on the others (median): 30")] // not slow
    [InlineData("1200 1190 30 1210", "2: 30, on the others (median): 1200")]
    [InlineData("30 1200", "1: 1200, on the other: 30")]
    [InlineData("1200 30", "0: 1200, on the other: 30")]
    [InlineData("30 1200 31 1190", "1: 1200, on the others (median): 31, on processor 3: 1190, on the others (median): 31")]
    [InlineData("30 89", null)] // within three times or 100 ns
    [InlineData("30 130", null)]
    [InlineData("1000 2900", null)]
    [InlineData("30 31 89", null)]
    [InlineData("30 31 125", null)]
    [InlineData("1000 1010 2900", null)]
    public void The_dearer_of_uneven_processors_are_named_or_the_one_that_differs(string costs, string? named)
    {
        var finding = ProcessorRules.Uneven.Evaluate(WindowsOnVMware with
        {
            PerProcessor = Processors([.. costs.Split(' ').Select(cost => double.Parse(cost, CultureInfo.InvariantCulture))]),
        });
        Assert.Equal(named is null ? null : "Precise time on processor " + named,
            finding is null ? null : string.Join(", on ", finding.Evidence.Select(seen => $"{seen.What}: {seen.Value}")).Replace(", on Precise time", ",", StringComparison.Ordinal));
        var severity = costs == "30 31 400 29" ? Severity.Warning : Severity.Critical;
        Assert.True(finding is null || (finding.Severity, finding.Confidence) == (severity, Confidence.Measured));
    }

    [Fact]
    public void Uneven_processors_without_a_processor_of_their_own_are_only_inferred() =>
        Assert.Equal(
            (Severity.Warning, Confidence.Inferred),
            ProcessorRules.Uneven
                .Evaluate(WindowsOnVMware with { PerProcessor = Processors(30, 31, 1_200), Control = StarvedControl }) is { } finding
                ? (finding.Severity, finding.Confidence) : default);

    [Theory]
    [InlineData(0.49, true)]
    [InlineData(0.5, false)]
    public void Scaling_below_one_half_is_a_finding(double efficiency, bool fires) =>
        Assert.Equal(fires, ProcessorRules.Contended.Evaluate(Scaled(efficiency)) is not null);

    [Theory]
    [InlineData(1_000_000, 0.50, true)] // a platform timer that two threads take turns at
    [InlineData(1_000_000, 0.59, true)]
    [InlineData(1_000_000, 0.60, false)]
    [InlineData(40_000_000, 0.50, false)] // hyper-threads of one core: half the rate, and a read still costs 50 ns
    public void Two_threads_that_take_turns_at_an_expensive_clock_are_a_finding(long alone, double efficiency, bool fires)
    {
        ScalingFacts[] scaling = [new(1, alone, 1), new(2, (long)(alone * 2 * efficiency), efficiency)];
        Assert.Equal(fires, ProcessorRules.Contended.Evaluate(WindowsOnVMware with { Scaling = scaling }) is not null);
    }

    [Fact]
    public void Scaling_is_not_judged_without_processors_to_scale_on() =>
        Assert.Null(ProcessorRules.Contended.Evaluate(Scaled(0.2) with { Control = StarvedControl }));

    private static GuestFacts Scaled(double efficiency) =>
        WindowsOnVMware with { Scaling = [OneThread, new(2, 80_000_000, 1), new(8, (long)(320_000_000 * efficiency), efficiency)] };

    private static ProcessorClockFacts[] Processors(params double[] preciseTimes) =>
        [.. preciseTimes.Select((cost, index) => new ProcessorClockFacts(index, 0, new Duration(cost), new Duration(12)))];
}
