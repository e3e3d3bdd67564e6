namespace TimerProbe.VSphere.Tests.Inventory;

public sealed class PressureReaderTests
{
    private static readonly Dictionary<string, int> Counters = new(StringComparer.Ordinal)
    {
        ["cpu.ready.summation"] = 12,
        ["cpu.costop.summation"] = 13,
        ["cpu.usage.average"] = 2,
        ["cpu.maxlimited.summation"] = 14,
        ["mem.usage.average"] = 24,
    };

    [Fact]
    public void Milliseconds_of_all_processors_become_percent_of_one() => Assert.Equal(
        new CpuPressureOfMachine(5, 2.5, 80, 0), Parse(Metric((12, [2_000]), (13, [500, 1_500]), (2, [8_000]), (14, [0])), processors: 2));

    [Fact]
    public void A_sample_that_the_server_does_not_have_does_not_count() => Assert.Equal(10, Parse(Metric((12, [-1, 2_000, -1])), processors: 1)?.ReadyPercent);

    [Fact]
    public void A_counter_without_figures_is_not_known()
    {
        var pressure = Parse(Metric((2, [1_234]), (12, [-1])), processors: 2);
        Assert.Equal(new CpuPressureOfMachine(null, null, 12.34, null), pressure);
    }

    [Fact]
    public void Figures_are_told_to_a_hundredth() => Assert.Equal(
        new CpuPressureOfMachine(0.01, null, 12.35, null), Parse(Metric((12, [2, 3]), (2, [1_234, 1_236])), processors: 1));

    [Fact]
    public void Without_the_number_of_processors_only_the_usage_is_known() =>
        Assert.Equal(new CpuPressureOfMachine(null, null, 50, null), Parse(Metric((12, [2_000]), (2, [5_000])), processors: null));

    [Fact]
    public void Without_figures_of_the_whole_machine_or_processors_to_share_them_there_is_no_pressure()
    {
        Assert.Null(Parse(Metric(), processors: 2));
        Assert.Null(Parse(Metric((12, [2_000])), processors: 0));
        Assert.Null(Parse(new PerfEntityMetric(new("VirtualMachine", "vm-1"), [(12, "0", [2_000])]), processors: 2));
    }

    [Fact]
    public void Only_counters_of_the_server_are_asked_for()
    {
        Assert.Equal([12, 13, 2, 14], PressureReader.GetIds(Counters));
        Assert.Equal([2], PressureReader.GetIds(new Dictionary<string, int> { ["cpu.usage.average"] = 2 }));
    }

    private static CpuPressureOfMachine? Parse(PerfEntityMetric metric, int? processors) => PressureReader.Parse(metric, Counters, processors);

    private static PerfEntityMetric Metric(params (int Counter, long[] Samples)[] series) =>
        new(new("VirtualMachine", "vm-1"), [.. series.Select(one => (one.Counter, "", (IReadOnlyList<long>)one.Samples))]);
}
