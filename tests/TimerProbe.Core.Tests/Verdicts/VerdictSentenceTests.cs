namespace TimerProbe.Core.Tests.Verdicts;

/// <summary>What a verdict says of itself, by the cause it found.</summary>
public sealed class VerdictSentenceTests
{
    private static readonly ClockPath Guest = new(InVirtualMachine: true, FastPath: false, PlatformTimer: false, HypervisorPage: false);

    [Theory]
    [InlineData(false, "a precise-time read costs 1,400 ns while RDTSC costs 10 ns, and the hypervisor's page is marked invalid")]
    [InlineData(null, "a precise-time read costs 1,400 ns while RDTSC costs 10 ns, and the hypervisor's page is in the read path; whether it is valid could not be read")]
    public void A_page_is_told_with_its_mark(bool? valid, string expected) =>
        Assert.Equal(expected, Because(Guest with { HypervisorPage = true, PageIsValid = valid }, 1400, 1070, 10));

    [Theory]
    [InlineData(10.0, "a precise-time read costs 1,070 ns while RDTSC costs 10 ns, and the operating system reads a platform timer")]
    [InlineData(null, "a precise-time read costs 1,070 ns, and the operating system reads a platform timer")]
    public void A_timer_is_told_with_what_rdtsc_costs_where_it_was_timed(double? tsc, string expected) =>
        Assert.Equal(expected, Because(Guest with { PlatformTimer = true }, 1070, 1070, tsc));

    [Theory]
    [InlineData(300, null, "a precise-time read costs 300 ns; without timing RDTSC, a trapped TSC and an expensive path through the operating system look the same")]
    [InlineData(299, null, "a precise-time read costs 299 ns, and no known cause fits")]
    [InlineData(1400, 150.0, "a precise-time read costs 1,400 ns, and no known cause fits")]
    public void An_unknown_cause_says_whether_rdtsc_would_tell(double precise, double? tsc, string expected) =>
        Assert.Equal(expected, Because(Guest, precise, 1070, tsc));

    [Fact]
    public void Without_rdtsc_a_page_that_cannot_be_read_is_named_too() => Assert.Equal(
        "a precise-time read costs 1,400 ns; without timing RDTSC, a trapped TSC and an expensive path through the operating system look the same, and whether the hypervisor's page is valid could not be read",
        Because(Guest with { HypervisorPage = true }, 1400, 1070, null));

    [Fact]
    public void An_emulated_process_says_that_rdtsc_is_its_emulators() => Assert.Equal(
        "a precise-time read costs 1,400 ns; this process is emulated, so what RDTSC costs it says nothing of the machine's TSC",
        Because(Guest with { Emulated = true }, 1400, 1070, 900));

    [Fact]
    public void A_call_is_told() => Assert.Equal(
        "a precise-time read costs 1,400 ns while RDTSC costs 10 ns, and Windows makes a system call to ask the hypervisor for its reference time",
        Because(Guest with { HypervisorCall = true }, 1400, 1070, 10));

    [Fact]
    public void An_open_interval_is_told_by_its_ends() => Assert.Equal(
        "a precise-time read costs anything from 20 ns to 400 ns",
        new VerdictJudge(Guest)
            .Judge(Exactly(98, 3500,
                10) with
            { PreciseTime = new MedianInterval(new Duration(98), new Duration(20), new Duration(400)) }).Because);

    [Fact]
    public void Too_few_batches_are_told_with_what_gives_more() => Assert.Equal(
        "the time budget ended before enough was measured; use --budget to allow more time",
        new VerdictJudge(Guest).Judge(Exactly(22, 3500, 10) with { IsComplete = false }).Because);

    private static string Because(ClockPath path, double precise, double vmExit, double? tsc) =>
        new VerdictJudge(path).Judge(Exactly(precise, vmExit, tsc)).Because;

    private static ClockIntervals Exactly(double precise, double vmExit, double? tsc) =>
        new(MedianInterval.Exactly(new Duration(precise)), MedianInterval.Exactly(new Duration(vmExit)), tsc is { } known
            ? MedianInterval.Exactly(new Duration(known)) : null);
}
