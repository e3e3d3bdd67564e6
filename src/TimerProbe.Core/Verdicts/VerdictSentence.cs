using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;
using static System.FormattableString;

namespace TimerProbe.Core.Verdicts;

/// <summary>The one sentence that says which figures decided.</summary>
internal static class VerdictSentence
{
    public static string For(ClockState state, ClockCause cause, ClockIntervals intervals, ClockPath path, ClockChange? change, bool cancelled)
    {
        var precise = intervals.PreciseTime;
        return (state, cause) switch
        {
            _ when change is not null => Changing(change),
            _ when cancelled => Invariant($"cancelled; until then a precise-time read cost {precise.Median}"),
            (ClockState.Unclear, _) when !intervals.IsComplete => "the time budget ended before enough was measured; use --budget to allow more time",
            (ClockState.Unclear, _) => Invariant($"a precise-time read costs anything from {Range(precise.Low, precise.High)}"),
            (_, ClockCause.None) => Invariant($"a precise-time read costs {precise.Median}; up to {VerdictTable.HealthyLimit} is healthy"),
            (_, ClockCause.TscTrapped) => Trapped(intervals, path),
            (_, ClockCause.PlatformTimer) => Invariant($"a precise-time read costs {precise.Median}{WhileNative(intervals)}, and the operating system reads a platform timer"),
            (_, ClockCause.HypervisorPage) => Invariant($"a precise-time read costs {precise.Median}{WhileNative(intervals)}, and the hypervisor's page {(path.PageIsValid == false ? "is marked invalid" : "is in the read path; whether it is valid could not be read")}"),
            (_, ClockCause.HypervisorCall) => Invariant($"a precise-time read costs {precise.Median}{WhileNative(intervals)}, and Windows makes a system call to ask the hypervisor for its reference time"),
            (_, ClockCause.CpuStarved) => Invariant($"a precise-time read costs {precise.Median}, and arithmetic that reads no clock is {intervals.Control!.Value.Median:0.0} times slower than it should be"),
            _ => Unknown(intervals, path),
        };
    }

    private static string Changing(ClockChange change) => change switch
    {
        { Between: ClockChangeKind.Processors } => Invariant($"a precise-time read costs {change.LowNs} on some processors and {change.HighNs} on others"),
        { HighShare: { } share } => Invariant($"a precise-time read costs {change.LowNs} at one moment and {change.HighNs} at another ({share * 100:0} % of the time)"),
        _ => Invariant($"a precise-time read costs {change.LowNs} at one moment and {change.HighNs} at another"),
    };

    private static string Trapped(ClockIntervals intervals, ClockPath path)
    {
        if (intervals.TimestampCounter is not { } tsc)
        {
            return Invariant($"a precise-time read costs {intervals.PreciseTime.Median}, {Comparison(intervals.PreciseTime.Median, intervals.VmExit!.Value.Median)}, and nothing but the TSC is in the read path");
        }

        return intervals.VmExit is { } exit && path.InVirtualMachine && VerdictTable.IsExit(exit.Median) && tsc.Median / exit.Median >= VerdictTable.TrappedRatio
            ? Invariant($"RDTSC costs {tsc.Median}, {Comparison(tsc.Median, exit.Median)}")
            : Invariant($"RDTSC costs {tsc.Median}; executed natively it costs 10 to 25 ns, never {VerdictTable.VmExitFloor}");
    }

    private static string Unknown(ClockIntervals intervals, ClockPath path) => intervals switch
    {
        _ when path.Emulated => Invariant($"a precise-time read costs {intervals.PreciseTime.Median}; this process is emulated, so what RDTSC costs it says nothing of the machine's TSC"),
        { TimestampCountersDisagree: true } => Invariant($"a precise-time read costs {intervals.PreciseTime.Median}; RDTSC and RDTSCP differ tenfold, so neither says whether the TSC is trapped"),
        { TimestampCounter: null } when intervals.PreciseTime.Median >= VerdictTable.CheckLimit =>
            Invariant($"a precise-time read costs {intervals.PreciseTime.Median}; without timing RDTSC, a trapped TSC and an expensive path through the operating system look the same{(path is { HypervisorPage: true, PageIsValid: null } ? ", and whether the hypervisor's page is valid could not be read" : "")}"),
        _ => Invariant($"a precise-time read costs {intervals.PreciseTime.Median}, and no known cause fits"),
    };

    private static string WhileNative(ClockIntervals intervals) =>
        intervals.TimestampCounter is { } tsc ? Invariant($" while RDTSC costs {tsc.Median}") : "";

    private static string Comparison(Duration read, Duration exit) => (read / exit) switch
    {
        >= 1.5 and var ratio => Invariant($"{ratio:0.0} times a VM exit ({exit})"),
        >= 0.75 => Invariant($"as much as a VM exit ({exit})"),
        var ratio => Invariant($"{ratio:0.00} of a VM exit ({exit})"),
    };

    private static string Range(Duration low, Duration high) => Invariant($"{low} to {high}");
}
