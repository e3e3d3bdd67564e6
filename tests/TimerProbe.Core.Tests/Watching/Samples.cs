namespace TimerProbe.Core.Tests.Watching;

/// <summary>Samples as a virtual machine gives them: 24 ns and 10 ns natively, 1,180 ns and 1,090 ns trapped, 1,070 ns a VM exit.</summary>
internal static class Samples
{
    public static readonly DateTimeOffset Start = new(2026, 11, 21, 3, 0, 0, TimeSpan.Zero);
    public static readonly TimeSpan Every = TimeSpan.FromSeconds(10);

    private static readonly ClockPath Path = new(InVirtualMachine: true, FastPath: true, PlatformTimer: false, HypervisorPage: false);

    public static WatchSample Native(long number, double precise = 24) => Of(number, precise, 10);

    public static WatchSample Trapped(long number) => Of(number, 1180, 1090);

    public static WatchSample Starved(long number) => Of(number, 1180, 1090, starved: true);

    public static WatchSample Of(
        long number, double precise, double? tsc, double width = 0.05, bool starved = false, double control = 1,
            ClockPath? path = null) => WatchSample.From(
        At(number),
        new ClockIntervals(Around(precise, width), Around(1070, width), tsc is { } cost ? Around(cost, width) : null)
        {
            Counter = tsc is null ? Around(precise * 0.98, width) : null,
            CoarseTime = tsc is null ? new Duration(4) : null,
            Control = new RatioInterval(control, control, control),
        },
        path ?? Path,
        new ControlFacts(new Duration(control), 0.01, starved));

    public static WatchMoment At(long number, double awayMs = 0)
    {
        var passed = Every * number;
        return new WatchMoment(Start + passed + TimeSpan.FromMilliseconds(awayMs), passed, passed);
    }

    public static WatchState State() => new(
        new ToolInfo("1.2.3"),
        new MachineFacts { Name = "DB01", SmbiosUuid = "42220000-0000-0000-0000-000000000001", Os = "an OS", Architecture = "x64", Hypervisor = new HypervisorFacts { Present = true } },
        At(0),
        () => ["chronyd", "ntpd"]);

    /// <summary>The lines that samples make, one after the other.</summary>
    public static IReadOnlyList<WatchLine> Feed(this WatchState state, IEnumerable<WatchSample> samples) => [.. samples.Select(state.Take).OfType<WatchLine>()];

    public static IEnumerable<long> Numbers(long from, long to) => Enumerable.Range((int)from, (int)(to - from + 1)).Select(number => (long)number);

    private static MedianInterval Around(double cost, double width) =>
        new(new Duration(cost), new Duration(cost * (1 - width)), new Duration(cost * (1 + width)));
}
