using TimerProbe.Core.Facts;
using TimerProbe.Core.Statistics;
using TimerProbe.Core.Units;
using TimerProbe.Core.Verdicts;
using TimerProbe.Core.Watching;

namespace TimerProbe.Core.Tests.Watching;

/// <summary>Samples as a virtual machine gives them: 24 ns and 10 ns natively, 1,180 ns and 1,090 ns trapped, 1,070 ns a VM exit.</summary>
internal static class Samples
{
    public static readonly DateTimeOffset Start = new(2026, 11, 21, 3, 0, 0, TimeSpan.Zero);
    public static readonly TimeSpan Every = TimeSpan.FromSeconds(10);

    private static readonly ClockPath Path = new(InVirtualMachine: true, FastPath: true, PlatformTimer: false, HypervisorPage: false);

    public static WatchSample Native(long number, double dearer = 1) => Of(number, 24 * dearer, 10 * dearer);

    public static WatchSample Trapped(long number, double dearer = 1) => Of(number, 1180 * dearer, 1090 * dearer);

    public static WatchSample Of(long number, double precise, double? tsc, double vmExit = 1070, double control = 1, double width = 0.05) => new()
    {
        Number = number,
        Moment = At(number),
        Intervals = new ClockIntervals(Around(precise, width), Around(vmExit, width), tsc is { } cost ? Around(cost, width) : null)
        {
            Counter = tsc is null ? Around(precise * 0.98, width) : null,
            CoarseTime = tsc is null ? new Duration(4) : null,
        },
        Path = Path,
        Control = new ControlFacts(new Duration(control), 0.01, Starved: false),
    };

    public static WatchSample Starved(this WatchSample sample) => sample with { Control = sample.Control with { Starved = true, LostShare = 0.6 } };

    /// <summary>On a slowed processor: everything takes longer, CPUID and the arithmetic too.</summary>
    public static WatchSample Loaded(this WatchSample sample, double factor) => sample with
    {
        Intervals = new ClockIntervals(
            Dearer(sample.Intervals.PreciseTime, factor), Dearer(sample.Intervals.VmExit!.Value, factor), Dearer(sample.Intervals.TimestampCounter!.Value, factor))
        {
            Control = new RatioInterval(factor, factor, factor),
        },
    };

    public static WatchMoment At(long number, double awayMs = 0)
    {
        var passed = Every * number;
        return new WatchMoment(Start + passed + TimeSpan.FromMilliseconds(awayMs), passed, passed);
    }

    public static WatchState State(bool samples = false, TimeSpan? summaryEvery = null) => new(new WatchStart
    {
        Run = Guid.CreateVersion7(Start),
        Tool = new Core.Facts.ToolInfo("1.2.3"),
        Machine = new MachineFacts { Name = "DB01", Os = "an OS", Architecture = "x64", Hypervisor = new HypervisorFacts { Present = true } },
        Moment = At(0),
        CpuTime = TimeSpan.Zero,
        Every = Every,
        SummaryEvery = summaryEvery ?? TimeSpan.FromDays(1000),
        Samples = samples,
    });

    /// <summary>The lines that samples make, one after the other.</summary>
    public static IReadOnlyList<WatchLine> Feed(this WatchState state, IEnumerable<WatchSample> samples) => [.. samples.SelectMany(state.Take)];

    public static IEnumerable<long> Numbers(long from, long to) => Enumerable.Range((int)from, (int)(to - from + 1)).Select(number => (long)number);

    private static MedianInterval Around(double cost, double width) => new(new Duration(cost), new Duration(cost * (1 - width)), new Duration(cost * (1 + width)));

    private static MedianInterval Dearer(MedianInterval cost, double factor) =>
        new(new Duration(cost.Median.Nanoseconds * factor), new Duration(cost.Low.Nanoseconds * factor), new Duration(cost.High.Nanoseconds * factor));
}
