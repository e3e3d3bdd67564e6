namespace TimerProbe.Core.Tests.Verdicts;

/// <summary>What a verdict says of itself, by the cause it found.</summary>
public sealed class VerdictSentenceTests
{
    private static readonly ClockPath Guest = new(InVirtualMachine: true, FastPath: false, PlatformTimer: false, HypervisorPage: false);
    private static readonly ClockPath Paged = Guest with { HypervisorPage = true };

    /// <summary>A read, a VM exit and RDTSC, in ns; null for what was not timed.</summary>
    public static TheoryData<ClockPath, double, double?, double?, string> Sentences => new()
    {
        { Paged with { PageIsValid = false }, 1400, 1070, 10, " while RDTSC costs 10 ns, and the hypervisor's page is marked invalid" },
        { Paged, 1400, 1070, 10, " while RDTSC costs 10 ns, and the hypervisor's page is in the read path; whether it is valid could not be read" },
        { Paged with { Linux = true }, 1400, 1070, 10, " while RDTSC costs 10 ns, and the hypervisor's page is not what they go by: each is a system call" },
        { Paged with { Linux = true }, 1400, 1070, 100, ", and no known cause fits" },
        { Guest with { PlatformTimer = true }, 1070, 1070, 10, " while RDTSC costs 10 ns, and the operating system reads a platform timer" },
        { Guest with { PlatformTimer = true }, 1070, 1070, null, ", and the operating system reads a platform timer" },
        { Guest with { HypervisorCall = true }, 1400, 1070, 10, " while RDTSC costs 10 ns, and Windows makes a system call to ask the hypervisor for its reference time" },
        { Guest with { HypervisorCall = true, Linux = true }, 1400, 1070, 10, " while RDTSC costs 10 ns, and the kernel makes a system call to ask the hypervisor for its reference time" },
        { Guest, 300, 1070, null, "; without timing RDTSC, a trapped TSC and an expensive path through the operating system look the same" },
        { Guest, 299, 1070, null, ", and no known cause fits" },
        { Guest, 1400, 1070, 150, ", and no known cause fits" },
        { Paged, 1400, 1070, null, "; without timing RDTSC, a trapped TSC and an expensive path through the operating system look the same, and whether the hypervisor's page is valid could not be read" },
        { Guest with { Emulated = true }, 1400, 1070, 900, "; this process is emulated, so what RDTSC costs it says nothing of the machine's TSC" },
        { Guest with { Arm = true }, 1400, null, null, ": each is a system call, or the kernel or the hypervisor traps reads of the processor's counter" },
    };

    [Theory]
    [MemberData(nameof(Sentences))]
    public void A_cause_is_told_with_what_shows_it(ClockPath path, double precise, double? vmExit, double? tsc, string expected) => Assert.Equal(
        $"a precise-time read costs {new Duration(precise)}{expected}", new VerdictJudge(path).Judge(Exactly(precise, vmExit, tsc)).Because);

    public static TheoryData<ClockPath, ClockIntervals, string> Others => new()
    {
        {
            Guest with { FastPath = true }, Exactly(1180, 1070, null) with { Counter = MedianInterval.Exactly(new Duration(1150)) },
            "a precise-time read costs 1,180 ns, as much as a VM exit (1,070 ns), and nothing but the TSC is in the read path"
        },
        {
            Guest with { Linux = true }, Exactly(3400, 3500, 10) with { CoarseTime = new Duration(3200) },
            "a precise-time read costs 3,400 ns while RDTSC costs 10 ns, and coarse time, which reads no clock, 3,200 ns: each is a system call"
        },
        { Guest with { Linux = true }, Exactly(3400, 3500, 100) with { CoarseTime = new Duration(3200) }, "a precise-time read costs 3,400 ns, and no known cause fits" },
        {
            Guest, Exactly(1180, 1070, null) with { TimestampCountersDisagree = true },
            "a precise-time read costs 1,180 ns; RDTSC and RDTSCP differ tenfold, so neither says whether the TSC is trapped"
        },
        {
            Guest, Exactly(400, 1070, 10) with { Control = new RatioInterval(6, 6, 6) },
            "a precise-time read costs 400 ns, and arithmetic that reads no clock is 6.0 times slower than it should be"
        },
        {
            Guest, Exactly(98, 3500, 10) with { PreciseTime = new MedianInterval(new Duration(98), new Duration(20), new Duration(400)) },
            "a precise-time read costs anything from 20 ns to 400 ns"
        },
        { Guest, Exactly(22, 3500, 10) with { IsComplete = false }, "the time budget ended before enough was measured; use --budget to allow more time" },
    };

    [Theory]
    [MemberData(nameof(Others))]
    public void What_else_was_measured_is_told(ClockPath path, ClockIntervals intervals, string expected) =>
        Assert.Equal(expected, new VerdictJudge(path).Judge(intervals).Because);

    [Theory]
    [InlineData(ClockChangeKind.Time, 0.5, "a precise-time read costs 23 ns at one moment and 1,165 ns at another (50 % of the time)")]
    [InlineData(ClockChangeKind.Time, null, "a precise-time read costs 23 ns at one moment and 1,165 ns at another")]
    [InlineData(ClockChangeKind.Processors, null, "a precise-time read costs 23 ns on some processors and 1,165 ns on others")]
    public void A_clock_that_changes_is_unclear_with_both_its_figures(ClockChangeKind between, double? share, string expected)
    {
        var verdict = new VerdictJudge(Guest).Judge(Exactly(22, 3500, 10), new ClockChange(new Duration(23), new Duration(1165), between, share));
        Assert.Equal((ClockState.Unclear, ClockCause.Intermittent, Confidence.Measured), (verdict.State, verdict.Cause, verdict.Confidence));
        Assert.Equal(expected, verdict.Because);
    }

    private static ClockIntervals Exactly(double precise, double? vmExit, double? tsc) =>
        new(MedianInterval.Exactly(new Duration(precise)), Exactly(vmExit), Exactly(tsc));

    private static MedianInterval? Exactly(double? cost) => cost is { } known ? MedianInterval.Exactly(new Duration(known)) : null;
}
