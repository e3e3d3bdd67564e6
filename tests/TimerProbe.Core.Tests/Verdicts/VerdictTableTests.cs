namespace TimerProbe.Core.Tests.Verdicts;

/// <summary>One test for each row of the verdict table, and its edges.</summary>
public sealed class VerdictTableTests
{
    private static readonly ClockPath Tsc = new(InVirtualMachine: true, FastPath: true, PlatformTimer: false, HypervisorPage: false);
    private static readonly ClockPath Page = Tsc with { FastPath = false, HypervisorPage = true };
    private static readonly ClockPath Timer = Tsc with { FastPath = false, PlatformTimer = true };
    private static readonly ClockPath Call = Tsc with { FastPath = false, HypervisorCall = true };

    [Theory]
    [InlineData(25, 1_100, true)]
    [InlineData(1_100, 25, true)]
    [InlineData(14_578, 32_100, false)]
    [InlineData(40, 95, false)]
    [InlineData(290, 310, false)]
    public void Costs_differ_in_state_where_the_verdict_does(double one, double other, bool differ) =>
        Assert.Equal(differ, VerdictTable.DifferInState(new Duration(one), new Duration(other)));

    [Theory]
    [InlineData(100, ClockState.Healthy)]
    [InlineData(100.1, ClockState.Check)]
    [InlineData(300, ClockState.Check)]
    [InlineData(300.1, ClockState.Suspicious)]
    [InlineData(600, ClockState.Suspicious)]
    [InlineData(600.1, ClockState.Slow)]
    public void Precise_time_alone_makes_the_band(double nanoseconds, ClockState expected) =>
        Assert.Equal(expected, VerdictTable.Band(new Duration(nanoseconds)));

    [Theory]
    [InlineData(900.0)]
    [InlineData(null)]
    public void An_emulated_process_is_told_of_no_trap(double? tsc) =>
        Assert.Equal(ClockCause.Unknown,
            VerdictTable.Judge(Costs(1180, 1070, tsc) with { Counter = new Duration(1150) }, Tsc with { Emulated = true }).Cause);

    [Fact]
    public void A_clock_that_changes_is_intermittent_whatever_its_median() => Assert.Equal(
        (ClockState.Unclear, ClockCause.Intermittent, Confidence.Measured), VerdictTable.Judge(Costs(1180, 1070, 1090), Tsc, changes: true));

    [Fact]
    public void A_healthy_clock_has_no_cause_even_on_a_slowed_processor() =>
        Assert.Equal((ClockState.Healthy, ClockCause.None, null), Judge(30, 1070, 12, Tsc, control: 9));

    [Theory]
    [InlineData(150, 1.9, ClockState.Check)]
    [InlineData(500, 6.25, ClockState.Suspicious)] // as much, exactly
    [InlineData(1180, 15, ClockState.Slow)]
    public void A_control_slowed_by_as_much_is_the_cause_and_the_band_stays(double precise, double control, ClockState state) =>
        Assert.Equal((state, ClockCause.CpuStarved, Confidence.Measured), Judge(precise, 1070, precise / 2, Timer, control));

    [Theory]
    [InlineData(500, 6.2)] // 500 ns is 12.5 healthy reads; twice 6.2 is less
    [InlineData(101, 1.49)] // within what frequency scaling does
    [InlineData(101, null)] // not known
    public void A_control_slowed_by_less_explains_nothing(double precise, double? control) =>
        Assert.Equal(ClockCause.Unknown, Judge(precise, 1070, 150, Tsc, control).Cause);

    [Fact]
    public void A_slowed_processor_makes_no_trap() => Assert.Equal(ClockCause.CpuStarved, Judge(1180, 8000, 600, Tsc, control: 20).Cause);

    [Theory]
    [InlineData(1180, 1070, 1090)]
    [InlineData(450, 800, 300)] // suspicious by its band, and yet a trap
    [InlineData(150, 857, 300)] // check by its band, at the edge of the ratio
    [InlineData(1180, 1000, 350)] // on that edge
    [InlineData(1180, 300, 340)] // the cheapest exit
    [InlineData(11_900, 3_900, 11_800)] // more than the exit itself: no upper limit
    public void Rdtsc_about_as_expensive_as_a_vm_exit_is_trapped_and_slow_whatever_the_band(double precise, double vmExit, double tsc) =>
        Assert.Equal((ClockState.Slow, ClockCause.TscTrapped, Confidence.Measured), Judge(precise, vmExit, tsc, Tsc));

    [Theory]
    [InlineData(1180, 70_000.0, 1090, true)] // VBS: CPUID crosses two layers
    [InlineData(1180, 1000.0, 340, true)] // below the ratio
    [InlineData(1180, 80.0, 1090, true)] // CPUID does not exit
    [InlineData(1180, 1070.0, 1090, false)] // the hypervisor hides
    [InlineData(1180, null, 300, true)]
    public void Rdtsc_from_300_ns_on_is_trapped_by_inference_where_the_ratio_or_the_bit_is_missing(
        double precise, double? vmExit, double tsc, bool inVirtualMachine) =>
        Assert.Equal(
            (ClockState.Slow, ClockCause.TscTrapped, Confidence.Inferred),
            Judge(precise, vmExit, tsc, Tsc with { InVirtualMachine = inVirtualMachine }));

    [Fact]
    public void Rdtsc_below_300_ns_is_not_called_trapped() => Assert.Equal(ClockCause.Unknown, Judge(1180, 600, 299, Tsc).Cause);

    [Theory]
    [InlineData(300.5, 310, 4)]
    [InlineData(300, 310, 4)]
    [InlineData(310, 300, 100)]
    public void Without_the_stub_two_slow_clocks_on_the_proven_fast_path_are_a_trap_by_inference(
        double precise, double counter, double coarse) =>
        Assert.Equal((ClockState.Slow, ClockCause.TscTrapped, Confidence.Inferred),
            Judge(precise, 850, null, Tsc, counter: counter, coarse: coarse));

    [Theory]
    [InlineData(50, 100, false)] // both healthy
    [InlineData(50.05, 100.1, true)]
    [InlineData(240, 120, true)]
    [InlineData(239, 120, false)]
    public void Two_costs_differ_by_a_factor_of_two_when_one_is_not_healthy(double one, double other, bool expected) =>
        Assert.Equal(expected, VerdictTable.Differ(new Duration(one), new Duration(other)));

    [Theory]
    [InlineData(1180, 1070, 1150.0, 4.0, false)] // the fast path is not proven
    [InlineData(1180, 1070, null, 4.0, true)] // the counter was not measured
    [InlineData(1180, 1070, 500.0, 4.0, true)] // the two disagree
    [InlineData(1180, 1070, 2400.0, 4.0, true)]
    [InlineData(3000, 3500, 3000.0, 3000.0, true)] // coarse time is slow too: a system call
    [InlineData(1180, 4000, 1150.0, 4.0, true)] // below the ratio
    [InlineData(1180, 80, 1150.0, 4.0, true)] // CPUID does not exit
    public void Without_the_stub_and_one_of_these_nothing_is_inferred(
        double precise, double vmExit, double? counter, double? coarse, bool fast) =>
        Assert.Equal(
            (ClockState.Slow, ClockCause.Unknown, null),
            Judge(precise, vmExit, null, Tsc with { FastPath = fast }, counter: counter, coarse: coarse));

    [Theory]
    [InlineData(1070, 10.0, ClockState.Slow, Confidence.Measured)]
    [InlineData(327, 10.0, ClockState.Suspicious, Confidence.Measured)]
    [InlineData(300, 10.0, ClockState.Check, Confidence.Measured)]
    [InlineData(150, 10.0, ClockState.Check, Confidence.Inferred)]
    [InlineData(100.1, 99.0, ClockState.Check, Confidence.Inferred)]
    [InlineData(1070, null, ClockState.Slow, Confidence.Inferred)]
    public void A_platform_timer_is_named_from_100_ns_on_and_keeps_the_band(
        double precise, double? tsc, ClockState state, Confidence confidence) =>
        Assert.Equal((state, ClockCause.PlatformTimer, confidence), Judge(precise, 1070, tsc, Timer));

    [Fact]
    public void On_bare_metal_a_platform_timer_is_named_too() =>
        Assert.Equal(ClockCause.PlatformTimer, Judge(900, 60, 10, new ClockPath(false, false, PlatformTimer: true, false)).Cause);

    [Theory]
    [InlineData(false, Confidence.Measured)]
    [InlineData(null, Confidence.Inferred)]
    public void A_page_is_named_by_its_mark_or_by_inference(bool? valid, Confidence confidence) =>
        Assert.Equal((ClockState.Slow, ClockCause.HypervisorPage, confidence),
            Judge(1400, 1070, 10, Page with { PageIsValid = valid }));

    [Fact]
    public void A_page_that_is_valid_by_its_own_mark_is_not_named() =>
        Assert.Equal(ClockCause.Unknown, Judge(1400, 1070, 10, Page with { PageIsValid = true }).Cause);

    [Theory]
    [InlineData(1400, ClockState.Slow)]
    [InlineData(300, ClockState.Check)]
    public void A_call_into_the_hypervisor_is_named_by_inference(double precise, ClockState state) =>
        Assert.Equal((state, ClockCause.HypervisorCall, Confidence.Inferred), Judge(precise, 1070, 10, Call));

    [Theory]
    [InlineData(1400, null)] // RDTSC was not timed
    [InlineData(1400, 100.0)] // not native
    [InlineData(299, 10.0)] // too cheap for a call
    public void Neither_page_nor_call_is_named_without_a_native_rdtsc_and_300_ns(double precise, double? tsc)
    {
        Assert.Equal(ClockCause.Unknown, Judge(precise, 1070, tsc, Page).Cause);
        Assert.Equal(ClockCause.Unknown, Judge(precise, 1070, tsc, Call).Cause);
    }

    [Theory]
    [InlineData(150, 4.0, 10.0, ClockCause.HypervisorPage)] // kvm-clock without its vDSO: the kernel is asked, and not the hypervisor
    [InlineData(150, 140.0, 10.0, ClockCause.SystemCall)]
    [InlineData(150, 4.0, 120.0, ClockCause.Unknown)]
    [InlineData(1400, 4.0, 10.0, ClockCause.HypervisorPage)]
    public void On_Linux_a_paravirtual_clock_is_named_from_100_ns_on(double precise, double coarse, double tsc, ClockCause cause) =>
        Assert.Equal(cause, Judge(precise, 1070, tsc, Page with { Linux = true }, coarse: coarse).Cause);

    [Theory]
    [InlineData(450, 430.0, ClockState.Suspicious, ClockCause.SystemCall)]
    [InlineData(1200, 800.0, ClockState.Slow, ClockCause.SystemCall)]
    [InlineData(1200, 400.0, ClockState.Slow, ClockCause.SystemCall)] // coarse time reads no clock: what it costs is the call
    public void An_expensive_coarse_clock_is_a_system_call(double precise, double coarse, ClockState state, ClockCause cause)
    {
        var linux = new ClockPath(InVirtualMachine: false, FastPath: false, PlatformTimer: false, HypervisorPage: false) { Linux = true };
        Assert.Equal((state, cause),
            (Judge(precise, 60, 10, linux, coarse: coarse).State, Judge(precise, 60, 10, linux, coarse: coarse).Cause));
        Assert.Equal(ClockCause.Unknown, Judge(precise, 60, 10, linux with { Linux = false }, coarse: coarse).Cause);
    }

    [Fact]
    public void The_platform_timer_comes_before_the_page() =>
        Assert.Equal(ClockCause.PlatformTimer, Judge(1400, 1070, 10, Page with { PlatformTimer = true }).Cause);

    [Theory]
    [InlineData(100)]
    [InlineData(150)]
    public void In_the_middle_zone_of_rdtsc_nothing_is_named(double tsc) =>
        Assert.Equal(ClockCause.Unknown, Judge(1400, 1070, tsc, Timer with { HypervisorPage = true, HypervisorCall = true }).Cause);

    private static (ClockState State, ClockCause Cause, Confidence? Confidence) Judge(
        double precise, double? vmExit, double? tsc, ClockPath path, double? control = null, double? counter = null,
            double? coarse = null) =>
        VerdictTable.Judge(Costs(precise, vmExit, tsc) with { ControlFactor = control, Counter = Cost(counter), CoarseTime = Cost(coarse) }, path);

    private static ClockCosts Costs(double precise, double? vmExit, double? tsc) => new(new Duration(precise), Cost(vmExit), Cost(tsc));

    private static Duration? Cost(double? nanoseconds) => nanoseconds is { } known ? new Duration(known) : null;
}
