namespace TimerProbe.Reporting.Tests.Scans;

public sealed class FleetFixSummaryTests
{
    private static readonly Frequency Low = new(2_394_000_000);
    private static readonly Frequency High = new(2_593_905_000);

    [Fact]
    public void Machines_away_are_a_prediction_until_one_is_measured()
    {
        var takes = Of(Away(1), Away(2) with { SqlServerExpected = true }, Home(3), Home(4) with { Placement = Placement.Off });
        Assert.Equal("2 of 3 running VMs (67 %) are expected to read the clock slowly; none of them is measured yet", takes.Who);
        Assert.EndsWith("; none of them is measured yet", Of(Away(1), Home(3) with { Guest = Measured(ClockState.Healthy, 25) }).Who, StringComparison.Ordinal);
        Assert.EndsWith("; 1 of them measured, none slow so far", Of(Away(1) with { Guest = Measured(ClockState.Check, 150) }).Who, StringComparison.Ordinal);
        Assert.Equal("Of the slow ones 1 runs SQL Server, judging by the names", takes.Sql);
        Assert.Equal("vMotion 2 VMs to hosts of their frequency, SQL Server first: no downtime is expected", takes.Fix);
        Assert.Equal("expected", takes.Fixes[0].Sure);
        Assert.Equal("DRS rules for 1 cluster", takes.Prevent);
    }

    [Fact]
    public void What_was_measured_is_said_and_counted()
    {
        var takes = Of(Away(1) with { Guest = Measured(ClockState.Slow, 1650) }, Away(2),
            Home(3) with { Guest = Measured(ClockState.Healthy, 25) });
        Assert.Equal("1 of 3 running VMs (33 %) is measured slow: a read takes 1,650 ns, about 41 times the usual 40 ns; 1 more is expected to be slow", takes.Who);
        Assert.Equal(2, takes.Measured);
        Assert.Equal("1 of 1 running VM (100 %) is measured slow: a read takes 1,650 ns, about 41 times the usual 40 ns", Of(Away(1) with { Guest = Measured(ClockState.Slow, 1650) }).Who);
    }

    [Fact]
    public void Machines_that_are_fast_or_open_are_not_counted_as_slow_and_said_first()
    {
        var takes = Of(
            Away(1) with { Guest = Measured(ClockState.Healthy, 25) },
            Away(2) with { ClockExpectation = ClockExpectation.ExpectedFast },
            Away(3) with { ClockExpectation = ClockExpectation.ExpectedFast, Settings = new() { VirtualRdtsc = false } },
            Away(4) with { ClockExpectation = ClockExpectation.Open });
        Assert.Equal("None of 4 running VMs is known or expected to read the clock slowly; 1 of 4 measured", takes.Who);
        Assert.Equal((0, "", ""), (takes.Affected, takes.Fix.Replace("Find out who requires the raw TSC in 1 VM, then power-cycle it", "", StringComparison.Ordinal), takes.Sql));
        Assert.Equal("Not affected: 2 more are away, on hosts that scale the TSC (1 measured)", takes.NotAffected);
        Assert.Equal("1 more may be slow: it is not known whether its host scales the TSC", takes.Settle);
        Assert.Equal("1 more is expected to keep wrong time: it reads the raw TSC (TP203)", takes.Wrong);
    }

    [Theory]
    [InlineData(TscScaling.Yes, 0)]
    [InlineData(TscScaling.No, 1)]
    [InlineData(TscScaling.Unknown, 1)]
    public void Only_those_unknown_whose_host_may_not_scale_the_TSC_may_be_slow(TscScaling scaling, int expected)
    {
        var document = Scan([Home(1) with { Placement = Placement.Unknown, HomeHz = null, UnknownReason = "no event" }]);
        var vcenter = document.VCenters[0] with { Hosts = [document.VCenters[0].Hosts[0] with { TscScaling = scaling }, new HostFacts { Name = "esx2", Id = "host-2", Hz = High }] };
        var report = new ScanReport(document with { VCenters = [vcenter] });
        Assert.Equal(expected, report.Unknown!.MayBeSlow);
        Assert.Equal(expected, report.ToDo.Count(step => step.Rule == "TP210"));
    }

    [Fact]
    public void What_settles_most_comes_first_and_a_log_is_one_result()
    {
        HostClass Class(string processor, int open, params SettlingKind[] by) =>
            new() { Processor = processor, Open = open, SettleBy = [.. by.Select(kind => new SettlingResult(kind, "VM1", "esx1"))] };
        var document = Scan([Away(1) with { ClockExpectation = ClockExpectation.Open }]);
        var takes = new ScanReport(document with
        {
            VCenters = [document.VCenters[0] with { Classes = [Class("few", 1, SettlingKind.Guest, SettlingKind.Guest),
                Class("settled", 0), Class("many", 9, SettlingKind.Guest, SettlingKind.Guest, SettlingKind.Log)] }],
        }).FixSummary;
        Assert.Equal(["many", "few"], takes.ToSettle.Select(item => item.Class.Processor));
        Assert.EndsWith(". 3 measurements will tell", takes.Settle, StringComparison.Ordinal);
    }

    [Fact]
    public void Wrong_time_comes_before_slow_time_everywhere()
    {
        var report = new ScanReport(Scan([
            Away(1) with { Guest = Measured(ClockState.Slow, 1650), SqlServerExpected = true },
            Away(2) with { ClockExpectation = ClockExpectation.ExpectedFast, Settings = new() { VirtualRdtsc = false },
                DifferencePpm = new PartsPerMillion(-77_067.2) },
            Home(3) with { Settings = new() { VirtualRdtsc = false } },
        ]));
        Assert.Equal(["VM2", "VM1"], report.Affected.Select(row => row.Facts.Name));
        Assert.Equal("VM2", report.Machines[0].Facts.Name);
        Assert.Equal(("wrong time (7.71 % off, expected)", "measured slow, 1,650 ns"), (report.Affected[0].Clock, report.Affected[1].Clock));
        Assert.Equal("WRONG: 1 of 3 running VMs is expected to keep wrong time; 1 slow or expected to be", report.Summary.Headline);
        Assert.Equal(Core.Advice.Severity.Critical, report.Summary.Severity);
        Assert.Equal("3 running VMs: 1 with wrong time, 1 measured slow", report.Summary.Brief);
        Assert.Equal("1 more is expected to keep wrong time: it reads the raw TSC (TP203)", report.FixSummary.Wrong);
        Assert.Equal("Find out who requires the raw TSC in 1 VM, then power-cycle it. vMotion 1 VM to a host of its frequency: no downtime is expected", report.FixSummary.Fix);
    }

    [Fact]
    public void A_machine_with_no_host_to_move_to_takes_a_power_cycle()
    {
        var takes = Of(Away(1), Away(2) with { HarmlessHosts = [] }, Home(3) with { Guest = Measured(ClockState.Slow, 900) });
        Assert.Equal("vMotion 1 VM to a host of its frequency: no downtime is expected. Power-cycle 1 VM: no suitable host in its cluster. Find the cause in 1 VM: slow, but not known to be away", takes.Fix);
    }

    [Fact]
    public void A_cluster_is_in_want_of_rules_until_each_of_its_machines_is_kept_in_one_class()
    {
        Assert.Equal(0, Of(Home(1) with { BoundTo = ["esx1"] }, Home(2) with { Placement = Placement.Off }).ClustersWithoutRules);
        Assert.Equal(1, Of(Home(1) with { BoundTo = ["esx1", "esx2"] }).ClustersWithoutRules);
        var document = Scan([Home(1)]);
        var scaling = document.VCenters[0] with { Hosts = [document.VCenters[0].Hosts[0] with { TscScaling = TscScaling.Yes }] };
        Assert.Equal(0, new ScanReport(document with { VCenters = [scaling] }).FixSummary.ClustersWithoutRules);
    }

    [Fact]
    public void The_moves_are_those_that_the_scan_proposes()
    {
        var document = Scan([Away(1), Away(2) with { ClockExpectation = ClockExpectation.ExpectedFast,
            Settings = new() { VirtualRdtsc = false } }, Away(3) with { HarmlessHosts = [] }, Away(4), Home(5)]);
        var planned = DestinationPlan.Apply(document.VCenters[0], new FrequencyRules(document.TolerancePpm));
        Assert.Equal(2, planned.VirtualMachines.Count(machine => machine.Destination is not null));
        Assert.Equal(2, new ScanReport(document with { VCenters = [planned] }).FixSummary.Moves);
    }

    private static FleetFixSummary Of(params VirtualMachineFacts[] machines) => new ScanReport(Scan(machines)).FixSummary;

    private static ScanDocument Scan(VirtualMachineFacts[] machines) => LargeScan.Document with
    {
        Findings = [],
        VCenters =
        [
            new VCenterFacts
            {
                Server = "vc1",
                Status = ReadStatus.Complete,
                Hosts = [new HostFacts { Name = "esx1", Id = "host-1", ClusterId = "c1", Hz = Low, TscScaling = TscScaling.No }],
                Clusters = [new ClusterFacts { Name = "prod", Id = "c1", Drs = "fullyAutomated", FrequencyClasses = [new("prod/1", Low, Low, ["esx1"]), new("prod/2", High, High, ["esx2"])] }],
                VirtualMachines = machines,
            },
        ],
    };

    private static VirtualMachineFacts Home(int number) => new()
    {
        Name = $"VM{number}",
        Id = $"vm-{number}",
        ClusterId = "c1",
        HostId = "host-1",
        HostHz = Low,
        HomeHz = Low,
        Placement = Placement.Home,
    };

    private static VirtualMachineFacts Away(int number) => Home(number) with
    {
        HomeHz = High,
        HomeHost = "esx2",
        HarmlessHosts = ["esx2"],
        Placement = Placement.Away,
        ClockExpectation = ClockExpectation.ExpectedSlow
    };

    private static JoinedGuest Measured(ClockState state, double ns) =>
        new(Guid.Empty, state, ClockCause.None, "uuid") { Source = GuestSource.File, PreciseTimeNs = new Duration(ns) };
}
