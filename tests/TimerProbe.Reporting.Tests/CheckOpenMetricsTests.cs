namespace TimerProbe.Reporting.Tests;

public sealed class CheckOpenMetricsTests
{
    private static readonly IReadOnlyList<ReadSample> Samples = MetricReader.Read(Written.Of(CheckOpenMetrics.Write, SampleCheck.Document, MetricView.Brief));

    [Fact]
    public void Costs_are_in_seconds()
    {
        var cost = Of("timerprobe_check_call_seconds").Single();
        Assert.Equal(1.1802E-06, cost.Value);
        Assert.Equal(["preciseTime", "GetSystemTimePreciseAsFileTime", "median"], ((string[])["source", "api", "stat"]).Select(label => cost.Labels[label]));
    }

    [Fact]
    public void Exactly_one_state_is_set() =>
        Assert.Equal("slow", Assert.Single(Of("timerprobe_check_state"), sample => sample.Value == 1).Labels["state"]);

    [Fact]
    public void A_name_reads_back_as_it_is() => Assert.Equal(SampleCheck.Name, Of("timerprobe_check_info").Single().Labels["machine"]);

    private static IEnumerable<ReadSample> Of(string name) => Samples.Where(sample => sample.Name == name);
}
