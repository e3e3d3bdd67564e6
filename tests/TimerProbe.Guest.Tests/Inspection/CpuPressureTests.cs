namespace TimerProbe.Guest.Tests.Inspection;

public class CpuPressureTests
{
    private static readonly CpuPressureSnapshot Start = Snapshot(quota: 2, throttled: [100, null, 40], steal: 500, waited: 7);

    [Fact]
    public void Figures_are_of_the_time_between_rounded_to_three_decimals_and_unknown_where_one_is()
    {
        Assert.Equal((1.5, 50, 20, 2.5), Figures(Snapshot(quota: 1.5, throttled: [130, null, 90], steal: 520, waited: 9.5)));
        Assert.Equal((null, 30.123, 20, 12.639), Figures(Snapshot(quota: null, throttled: [130.123456], steal: 520.00049, waited: 19.638974999999999)));
        Assert.Equal((null, null, null, null), Figures(Snapshot(quota: null, throttled: [null], steal: null, waited: null)));
        // A counter that went back.
        Assert.Equal((null, 0, 0, 0), Figures(Snapshot(quota: null, throttled: [10], steal: 10, waited: 1)));

        static (double?, double?, double?, double?) Figures(CpuPressureSnapshot later) =>
            later.Since(Start) is { LimitHz: null } facts ? (facts.Quota, facts.ThrottledMs, facts.StealMs, facts.WaitedMs) : default;
    }

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
