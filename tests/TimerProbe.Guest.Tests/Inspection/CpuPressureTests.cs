namespace TimerProbe.Guest.Tests.Inspection;

public class CpuPressureTests
{
    private static readonly CpuPressureSnapshot Start = Snapshot(quota: 2, throttled: [100, null, 40], steal: 500, waited: 7);

    [Fact]
    public void Figures_are_of_the_time_between()
    {
        var facts = Snapshot(quota: 1.5, throttled: [130, null, 90], steal: 520, waited: 9.5).Since(Start);
        Assert.Equal(1.5, facts.Quota);
        Assert.Equal(50, facts.ThrottledMs);
        Assert.Equal(20, facts.StealMs);
        Assert.Equal(2.5, facts.WaitedMs);
        Assert.Null(facts.LimitHz);
    }

    [Fact]
    public void Figures_are_rounded_to_three_decimals()
    {
        var facts = Snapshot(quota: null, throttled: [130.123456], steal: 520.00049, waited: 19.638974999999999).Since(Start);
        Assert.Equal(30.123, facts.ThrottledMs);
        Assert.Equal(20, facts.StealMs);
        Assert.Equal(12.639, facts.WaitedMs);
    }

    [Fact]
    public void The_difference_of_unknown_figures_is_unknown()
    {
        var facts = Snapshot(quota: null, throttled: [null], steal: null, waited: null).Since(Start);
        Assert.Equal(new() { OverMs = facts.OverMs }, facts);
    }

    [Fact]
    public void A_counter_that_went_back_counts_as_nothing() =>
        Assert.Equal(0, Snapshot(quota: null, throttled: [10], steal: 10, waited: 1).Since(Start).StealMs);

    [Fact]
    public void A_thread_that_began_in_between_waited_since_it_began()
    {
        var later = new CpuPressureSnapshot(null, [], null, CallingThread: 12, new Dictionary<int, double> { [12] = 3 });
        Assert.Equal(3, later.Since(Start).WaitedMs);
    }

    [Fact]
    public void This_machine_can_be_watched()
    {
        var facts = CpuPressureSnapshot.Take().Since(CpuPressureSnapshot.Take());
        Assert.True(facts.StealMs is null or >= 0);
        Assert.True(facts.ThrottledMs is null or >= 0);
        Assert.Equal(OperatingSystem.IsLinux() && File.Exists("/proc/self/schedstat"), facts.WaitedMs is >= 0);
    }

    private static CpuPressureSnapshot Snapshot(double? quota, double?[] throttled, double? steal, double? waited) =>
        new(quota, throttled, steal, 11, waited is { } known ? new Dictionary<int, double> { [11] = known } : []);
}
