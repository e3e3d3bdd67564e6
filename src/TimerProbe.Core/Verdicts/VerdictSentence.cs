using System.Globalization;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Verdicts;

/// <summary>The one sentence that says which figures decided.</summary>
internal static class VerdictSentence
{
    public static string For(ClockState state, ClockCause cause, ClockIntervals intervals, bool cancelled)
    {
        var precise = intervals.PreciseTime;
        return (state, cause) switch
        {
            _ when cancelled => Text($"cancelled; until then a precise-time read cost {precise.Median}"),
            (ClockState.Unclear, _) when !intervals.IsComplete => "the budget ended before there were batches enough",
            (ClockState.Unclear, ClockCause.CpuStarved) => Text($"a precise-time read costs {Range(precise.Low, precise.High)}: the process did not get its processor"),
            (ClockState.Unclear, _) => Text($"a precise-time read costs anything from {Range(precise.Low, precise.High)}"),
            (_, ClockCause.None) => Text($"a precise-time read costs {precise.Median}, at most {VerdictTable.HealthyLimit} is healthy"),
            (_, ClockCause.TscTrapped) => Trapped(intervals),
            (_, ClockCause.PlatformTimer) => Text($"a precise-time read costs {precise.Median} while RDTSC costs {intervals.TimestampCounter!.Value.Median}, and the operating system reads a platform timer"),
            (_, ClockCause.HypervisorPage) => Text($"a precise-time read costs {precise.Median} while RDTSC costs {intervals.TimestampCounter!.Value.Median}, and reads go through the hypervisor's page"),
            (_, ClockCause.CpuStarved) => Text($"a precise-time read costs {precise.Median}, and the process did not get its processor"),
            _ => Text($"a precise-time read costs {precise.Median}, and no known cause fits"),
        };
    }

    private static string Trapped(ClockIntervals intervals)
    {
        var (what, cost) = intervals.TimestampCounter is { } tsc ? ("RDTSC", tsc) : ("a precise-time read", intervals.PreciseTime);
        var vmExit = intervals.VmExit!.Value;
        return Text($"{what} costs {cost.Median}, {Comparison(cost.Median / vmExit.Median)} a VM exit ({vmExit.Median})");
    }

    private static string Comparison(double ratio) => ratio switch
    {
        >= 1.5 => Text($"{ratio:0.0} times"),
        >= 0.75 => "as much as",
        _ => Text($"{ratio:0.00} of"),
    };

    private static string Range(Duration low, Duration high) => Text($"{low} to {high}");

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
