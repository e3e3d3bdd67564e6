namespace TimerProbe.Reporting.Tests;

public sealed class ScanOpenMetricsTests
{
    private static readonly IReadOnlyList<ReadSample> Samples = MetricReader.Read(
        Written.Of(ScanOpenMetrics.Write, SampleScan.Document, new MetricView(HasDetails: true)));

    [Theory]
    [InlineData("virtual_machines placement=away", 4)]
    [InlineData("vcenters status=failed", 1)]
    [InlineData("vcenter_status server=vc3.example.org status=failed", 1)]
    [InlineData("vcenter_status server=vc3.example.org status=complete", 0)]
    [InlineData("vcenter_virtual_machines server=vc1.example.org placement=away", 4)]
    [InlineData("vcenter_virtual_machines server=vc2.example.org placement=unknown", 1)]
    [InlineData("vcenter_templates server=vc1.example.org", 7)]
    [InlineData("step_seconds server=vc1.example.org step=virtualMachines", 0.31)]
    [InlineData("cluster_frequency_classes server=vc1.example.org cluster_id=domain-c8", 2)]
    [InlineData("cluster_frequency_classes server=vc2.example.org cluster_id=domain-c8", 1)]
    [InlineData("cluster_virtual_machines server=vc1.example.org placement=away", 4)]
    [InlineData("cluster_hosts server=vc1.example.org cluster_id=domain-c8", 3)]
    [InlineData("away_difference_ppm server=vc1.example.org vm=DB01 vm_id=vm-101", -77_067.202)]
    [InlineData("rule_findings rule=TP201 severity=critical", 1)]
    [InlineData("rule_findings rule=TP201 severity=warning", 2)]
    [InlineData("findings severity=info", 3)]
    public void What_a_scan_found_is_a_sample(string series, double value)
    {
        var words = series.Split(' ');
        Assert.Equal(value, Value($"timerprobe_scan_{words[0]}", [.. words[1..].Select(label => label.Split('=')).Select(label => (label[0], label[1]))]));
    }

    [Fact]
    public void Only_a_success_has_a_time()
    {
        var at = Value("timerprobe_scan_timestamp_seconds");
        Assert.Equal(at, Value("timerprobe_scan_vcenter_last_success_timestamp_seconds", ("server", SampleScan.First)));
        Assert.DoesNotContain(Samples, sample => sample.Name == "timerprobe_scan_vcenter_last_success_timestamp_seconds" && sample.Labels["server"] == "vc3.example.org");
        Assert.DoesNotContain(Samples, sample => sample.Name == "timerprobe_scan_last_success_timestamp_seconds");
        var whole = SampleScan.Document with { VCenters = [.. SampleScan.Document.VCenters.Where(vcenter => vcenter.Status == ReadStatus.Complete)] };
        Assert.NotEmpty(whole.VCenters);
        Assert.Equal(at, MetricReader.Read(Written.Of(ScanOpenMetrics.Write, whole, new MetricView(HasDetails: true)))
            .Single(sample => sample.Name == "timerprobe_scan_last_success_timestamp_seconds").Value);
    }

    [Fact]
    public void A_clock_that_is_apart_is_told_of_whom_it_is_known()
    {
        var apart = (SampleScan.Document with
        {
            VCenters = [.. SampleScan.Document.VCenters.Take(2)
            .Select((vcenter, i) => vcenter with { ClockApartSeconds = i == 0 ? -61 : null })]
        })
            .WithStoreClock(TimeSpan.FromDays(100));
        var samples = MetricReader.Read(Written.Of(ScanOpenMetrics.Write, apart, MetricView.Brief));
        var own = Assert.Single(samples, sample => sample.Name == "timerprobe_scan_vcenter_clock_apart_seconds");
        Assert.Equal((SampleScan.First, -61d), (own.Labels["server"], own.Value));
        Assert.Equal(8_640_000, Assert.Single(samples, sample => sample.Name == "timerprobe_scan_store_clock_apart_seconds").Value);
        Assert.DoesNotContain(Samples, sample => sample.Name.EndsWith("clock_apart_seconds", StringComparison.Ordinal));
    }

    [Fact]
    public void What_is_muted_is_counted_apart()
    {
        var document = SampleScan.Document;
        var mutes = new Core.Advice.MuteList
        {
            Mutes = [new("TP201", null, "because", DateOnly.MaxValue), new("TP202", null, "because", DateOnly.MinValue)],
        };
        var muted = MetricReader.Read(
            Written.Of(ScanOpenMetrics.Write, mutes.Apply(document, new DateOnly(2026, 11, 21)), new MetricView(HasDetails: true)));
        Assert.Equal(document.Findings.Count(finding => finding.Rule == "TP201"),
            muted.Where(sample => sample.Name == "timerprobe_scan_muted_findings").Sum(sample => sample.Value));
        Assert.DoesNotContain(muted, sample => sample.Name == "timerprobe_scan_rule_findings" && sample.Labels["rule"] == "TP201");
        Assert.Equal(1, muted.Single(sample => sample.Name == "timerprobe_scan_expired_mutes").Value);
        Assert.Equal(0, Value("timerprobe_scan_expired_mutes"));
    }

    [Fact]
    public void No_more_machines_than_the_bound_have_a_sample()
    {
        var many = MetricReader.Read(
            Written.Of(ScanOpenMetrics.Write, SampleScan.WithAway(ScanOpenMetrics.MaxAwayMachines + 17), new MetricView(HasDetails: true)));
        Assert.Equal(ScanOpenMetrics.MaxAwayMachines, many.Count(sample => sample.Name == "timerprobe_scan_away_difference_ppm"));
        Assert.Equal(17, many.Single(sample => sample.Name == "timerprobe_scan_away_left_out").Value);
    }

    [Fact]
    public void A_server_given_twice_makes_no_series_twice()
    {
        var document = SampleScan.Document;
        Assert.NotEmpty(MetricReader.Read(Written.Of(ScanOpenMetrics.Write, document with { VCenters = [.. document.VCenters, .. document.VCenters], Timing = document.Timing with { Steps = [.. document.Timing.Steps, .. document.Timing.Steps] } }, new MetricView(HasDetails: true))));
    }

    [Theory]
    [MemberData(nameof(HostileNames.All), MemberType = typeof(HostileNames))]
    public void A_name_reads_back_as_it_is(string name) =>
        Assert.Contains(MetricReader.Read(Written.Of(ScanOpenMetrics.Write, SampleScan.Named(name), new MetricView(HasDetails: true))),
            sample => sample.Labels.GetValueOrDefault("vm") == name && sample.Labels["cluster"] == name);

    private static double Value(string name, params (string Name, string Value)[] labels) =>
        Assert.Single(Samples, sample => sample.Name == name
            && labels.All(label => sample.Labels.GetValueOrDefault(label.Name) == label.Value)).Value;
}
