using TimerProbe.Core.Facts;
using TimerProbe.Core.Tests.Watching;
using TimerProbe.Core.Units;
using TimerProbe.Core.Watching;
using TimerProbe.Reporting.OpenMetrics;

namespace TimerProbe.Reporting.Tests;

public sealed class WatchOpenMetricsTests
{
    [Fact]
    public void Before_the_first_sample_there_is_the_run_alone()
    {
        var read = MetricReader.Read(Written.Of(WatchOpenMetrics.Write, Samples.State().Snapshot()));
        Assert.DoesNotContain(read, sample => sample.Name is "timerprobe_watch_state" or "timerprobe_watch_sample_seconds");
        Assert.Contains(read, sample => sample.Name == "timerprobe_watch_info" && sample.Labels["machine"] == "DB01");
    }

    [Fact]
    public void After_a_change_every_figure_is_there()
    {
        var state = Samples.State();
        state.Feed([
            .. Samples.Numbers(1, 6).Select(number => Samples.Native(number) with { Costs = [new SourceCosts(ClockSource.PreciseTime, [24, 25, 26])] }),
            .. Samples.Numbers(7, 9).Select(number => Samples.Trapped(number) with { Drift = new DriftFacts(60, new PartsPerMillion(12), new PartsPerMillion(3)) }),
            Samples.Trapped(10).Starved() with { CpuTime = TimeSpan.FromMilliseconds(70) },
        ]);
        var read = MetricReader.Read(Written.Of(WatchOpenMetrics.Write, state.Snapshot()));
        Assert.Equal(1, Value("timerprobe_watch_state", ("state", "slow")));
        Assert.Equal(1, Value("timerprobe_watch_cause", ("cause", "tscTrapped")));
        Assert.Equal(Samples.At(7).Wall.ToUnixTimeSeconds(), Value("timerprobe_watch_level_timestamp_seconds"));
        Assert.Equal(1180e-9, Value("timerprobe_watch_sample_seconds", ("source", "preciseTime")), precision: 12);
        Assert.Equal(26e-9, Value("timerprobe_watch_call_seconds", ("source", "preciseTime"), ("stat", "max")), precision: 12);
        Assert.Equal(6, Value("timerprobe_watch_samples", ("state", "healthy")));
        Assert.Equal((1, 1), (Value("timerprobe_watch_starved"), Value("timerprobe_watch_starved_samples")));
        Assert.Equal(1, Value("timerprobe_watch_events", ("kind", "change")));
        Assert.Equal(0, Value("timerprobe_watch_events", ("kind", "clockStep")));
        Assert.Equal(12e-6, Value("timerprobe_watch_rate_ratio", ("pair", "preciseAgainstCoarse")), precision: 9);
        Assert.Equal(0.0007, Value("timerprobe_watch_cpu_share"));

        double Value(string name, params (string Name, string Value)[] labels) => Assert.Single(
            read, sample => sample.Name == name && labels.All(label => sample.Labels[label.Name] == label.Value)).Value;
    }

    [Fact]
    public void A_name_from_outside_stays_a_name()
    {
        var snapshot = Samples.State().Snapshot();
        var hostile = "a\"} 1\n# TYPE b gauge\nb{c=\"\\";
        var text = Written.Of(WatchOpenMetrics.Write, snapshot with { Machine = snapshot.Machine with { Name = hostile } });
        Assert.Contains(MetricReader.Read(text), sample => sample.Name == "timerprobe_watch_info" && sample.Labels["machine"] == hostile);
    }
}
