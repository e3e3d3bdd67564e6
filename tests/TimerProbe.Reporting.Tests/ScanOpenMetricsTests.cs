namespace TimerProbe.Reporting.Tests;

public sealed class ScanOpenMetricsTests
{
    private static readonly IReadOnlyList<ReadSample> Samples = MetricReader.Read(
        Written.Of(ScanOpenMetrics.Write, SampleScan.Document, new MetricView(HasDetails: true)));

    [Fact]
    public void Each_vCenter_has_its_status_and_its_machines_by_placement()
    {
        Assert.Equal(1, Value("timerprobe_scan_vcenter_status", ("server", "vc3.example.org"), ("status", "failed")));
        Assert.Equal(0, Value("timerprobe_scan_vcenter_status", ("server", "vc3.example.org"), ("status", "complete")));
        Assert.Equal(4, Value("timerprobe_scan_vcenter_virtual_machines", ("server", SampleScan.First), ("placement", "away")));
        Assert.Equal(1, Value("timerprobe_scan_vcenter_virtual_machines", ("server", SampleScan.Second), ("placement", "unknown")));
        Assert.Equal(7, Value("timerprobe_scan_vcenter_templates", ("server", SampleScan.First)));
        Assert.Equal(0.31, Value("timerprobe_scan_step_seconds", ("server", SampleScan.First), ("step", "virtualMachines")));
    }

    [Fact]
    public void Each_cluster_has_its_classes_and_its_machines()
    {
        Assert.Equal(2, Value("timerprobe_scan_cluster_frequency_classes", ("server", SampleScan.First), ("cluster_id", "domain-c8")));
        Assert.Equal(1, Value("timerprobe_scan_cluster_frequency_classes", ("server", SampleScan.Second), ("cluster_id", "domain-c8")));
        Assert.Equal(4, Value("timerprobe_scan_cluster_virtual_machines", ("server", SampleScan.First), ("placement", "away")));
    }

    [Fact]
    public void Each_machine_away_has_a_sample() =>
        Assert.Equal(-77_067.202, Value("timerprobe_scan_away_difference_ppm", ("server", SampleScan.First), ("vm", "DB01"), ("vm_id", "vm-101")));

    [Fact]
    public void Findings_are_counted_by_rule_and_severity()
    {
        Assert.Equal(1, Value("timerprobe_scan_rule_findings", ("rule", "TP201"), ("severity", "critical")));
        Assert.Equal(2, Value("timerprobe_scan_rule_findings", ("rule", "TP201"), ("severity", "warning")));
        Assert.Equal(3, Value("timerprobe_scan_findings", ("severity", "info")));
    }

    [Fact]
    public void The_fleet_is_summed_up()
    {
        Assert.Equal(4, Value("timerprobe_scan_virtual_machines", ("placement", "away")));
        Assert.Equal(1, Value("timerprobe_scan_vcenters", ("status", "failed")));
        Assert.Equal(SampleScan.Document.VCenters[0].Hosts.Count(host => host.ClusterId == "domain-c8"), Value("timerprobe_scan_cluster_hosts", ("server", SampleScan.First), ("cluster_id", "domain-c8")));
    }

    [Fact]
    public void Only_a_success_has_a_time()
    {
        var at = Value("timerprobe_scan_timestamp_seconds");
        Assert.Equal(at, Value("timerprobe_scan_vcenter_last_success_timestamp_seconds", ("server", SampleScan.First)));
        Assert.DoesNotContain(Samples, sample => sample.Name == "timerprobe_scan_vcenter_last_success_timestamp_seconds" && sample.Labels["server"] == "vc3.example.org");
        Assert.DoesNotContain(Samples, sample => sample.Name == "timerprobe_scan_last_success_timestamp_seconds");
        var whole = SampleScan.Document with
        {
            VCenters = [.. SampleScan.Document.VCenters.Where(
            vcenter => vcenter.Status == Core.Facts.ReadStatus.Complete)]
        };
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
