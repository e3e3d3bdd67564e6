using TimerProbe.Core.Units;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Core.Tests.Verdicts;

/// <summary>One test for each row of the verdict table, and its edges.</summary>
public sealed class VerdictTableTests
{
    private static readonly ClockPath Tsc = new(InVirtualMachine: true, FastPath: true, PlatformTimer: false, HypervisorPage: false);

    [Theory]
    [InlineData(17, ClockState.Healthy)]
    [InlineData(100, ClockState.Healthy)]
    [InlineData(100.1, ClockState.Check)]
    [InlineData(300, ClockState.Check)]
    [InlineData(300.1, ClockState.Suspicious)]
    [InlineData(600, ClockState.Suspicious)]
    [InlineData(600.1, ClockState.Slow)]
    [InlineData(11_000, ClockState.Slow)]
    public void Precise_time_alone_makes_the_band(double nanoseconds, ClockState expected) =>
        Assert.Equal(expected, VerdictTable.Band(new Duration(nanoseconds)));

    [Fact]
    public void A_healthy_clock_has_no_cause_even_when_starved() =>
        Assert.Equal(new Judgement(ClockState.Healthy, ClockCause.None, null), Judge(30, 1070, 1090, Tsc, starved: true));

    [Theory]
    [InlineData(1180, 1070, 1090)]
    [InlineData(450, 800, 300)] // suspicious by its band, and yet a trap
    [InlineData(150, 857, 300)] // check by its band, at the edge of the ratio
    [InlineData(11_900, 3_900, 11_800)] // dearer than the exit itself: no upper limit
    public void Rdtsc_about_as_dear_as_a_vm_exit_is_trapped_and_slow_whatever_the_band(double precise, double vmExit, double tsc) =>
        Assert.Equal(new Judgement(ClockState.Slow, ClockCause.TscTrapped, Confidence.Measured), Judge(precise, vmExit, tsc, Tsc));

    [Fact]
    public void Without_the_stub_a_dear_read_on_the_fast_path_is_a_trap_by_inference() =>
        Assert.Equal(new Judgement(ClockState.Slow, ClockCause.TscTrapped, Confidence.Inferred), Judge(300.5, 850, null, Tsc));

    [Fact]
    public void Without_the_stub_and_the_fast_path_nothing_is_inferred() =>
        Assert.Equal(new Judgement(ClockState.Slow, ClockCause.Unknown, null), Judge(1180, 1070, null, Tsc with { FastPath = false }));

    [Theory]
    [InlineData(1180, 1070, 299)] // RDTSC below the floor
    [InlineData(1180, 1000, 340)] // below the ratio
    [InlineData(1180, 80, 1090)] // CPUID does not exit
    public void Rdtsc_that_misses_a_condition_is_not_called_trapped(double precise, double vmExit, double tsc) =>
        Assert.Equal(ClockCause.Unknown, Judge(precise, vmExit, tsc, Tsc).Cause);

    [Fact]
    public void Outside_a_virtual_machine_the_ratio_is_not_used() =>
        Assert.Equal(ClockCause.Unknown, Judge(1180, 1070, 1090, Tsc with { InVirtualMachine = false }).Cause);

    [Theory]
    [InlineData(900, ClockState.Slow)]
    [InlineData(350, ClockState.Suspicious)]
    public void Cheap_rdtsc_and_a_platform_timer_name_the_platform_timer_and_keep_the_band(double precise, ClockState state) =>
        Assert.Equal(
            new Judgement(state, ClockCause.PlatformTimer, Confidence.Measured),
            Judge(precise, 1070, 10, Tsc with { PlatformTimer = true, FastPath = false }));

    [Fact]
    public void On_bare_metal_a_platform_timer_is_named_too() =>
        Assert.Equal(ClockCause.PlatformTimer, Judge(900, 60, 10, new ClockPath(false, false, PlatformTimer: true, false)).Cause);

    [Fact]
    public void Cheap_rdtsc_and_a_hypervisor_page_name_the_page_by_inference() =>
        Assert.Equal(new Judgement(ClockState.Slow, ClockCause.HypervisorPage, Confidence.Inferred), Judge(1400, 1070, 10, Tsc with { HypervisorPage = true }));

    [Fact]
    public void The_platform_timer_comes_before_the_page() =>
        Assert.Equal(ClockCause.PlatformTimer, Judge(1400, 1070, 10, Tsc with { HypervisorPage = true, PlatformTimer = true }).Cause);

    [Fact]
    public void In_the_middle_zone_of_rdtsc_neither_timer_nor_page_is_named() =>
        Assert.Equal(ClockCause.Unknown, Judge(1400, 1070, 150, Tsc with { HypervisorPage = true, PlatformTimer = true }).Cause);

    [Fact]
    public void Starvation_is_the_cause_only_when_nothing_else_holds()
    {
        Assert.Equal(new Judgement(ClockState.Suspicious, ClockCause.CpuStarved, Confidence.Measured), Judge(500, 1070, 200, Tsc, starved: true));
        Assert.Equal(ClockCause.TscTrapped, Judge(1180, 1070, 1090, Tsc, starved: true).Cause);
    }

    private static Judgement Judge(double precise, double? vmExit, double? tsc, ClockPath path, bool starved = false) =>
        VerdictTable.Judge(new ClockCosts(new Duration(precise), Cost(vmExit), Cost(tsc)), path, starved);

    private static Duration? Cost(double? nanoseconds) => nanoseconds is { } known ? new Duration(known) : null;
}
