using static TimerProbe.Core.Tests.Advice.FleetFactsBuilder;

namespace TimerProbe.Core.Tests.Advice;

public sealed class FrequencyClassRulesTests
{
    [Fact]
    public void A_class_to_settle_is_one_warning_that_names_the_results_that_settle_it()
    {
        var facts = Of(0x4F, Away(Esx04, Esx01, "a") with { GuestHostName = "a" },
            Away(Esx04, Esx02, "b") with { GuestHostName = "b" }, Away(Esx01, Esx08, "c"));

        var finding = Assert.Single(facts.Finds("TP222"));
        Assert.Equal((Severity.Warning, Confidence.Expected), (finding.Severity, finding.Confidence));
        Assert.Equal(new Subject(SubjectKind.HostClass, "Xeon E5-2680 v4, ESXi 7.0", "intel-6-79-7.0") { Server = "vc1.example.org" }, finding.Subject);
        Assert.Equal("3 VMs are away on Xeon E5-2680 v4, ESXi 7.0: one log line or two measurements decide it", finding.Title);
        Assert.Equal("run timerprobe check in a and b, or read the vmware.log of a", finding.Value("To decide"));
        Assert.DoesNotContain(finding.Remedies, remedy => remedy.Action.Contains("vMotion", StringComparison.Ordinal)
            || remedy.Action.Contains("DRS", StringComparison.Ordinal));
        Assert.Empty(facts.Finds("TP201"));
    }

    [Theory]
    [InlineData("windows2019srv_64Guest", "PowerCLI, PowerShell, timerprobe")]
    [InlineData("rhel9_64Guest", "timerprobe, PowerCLI, PowerShell")]
    public void The_probe_is_the_first_step_where_guests_have_Windows_and_the_program_elsewhere(string guest, string tools)
    {
        var finding = Assert.Single(Of(0x4F, Away(Esx04, Esx01, "a") with { GuestId = guest }).Finds("TP222"));
        Assert.Equal(tools, string.Join(", ", finding.Remedies[0].Steps.Select(step => step.Tool)));
    }

    [Fact]
    public void What_decides_is_the_probe_in_guests_with_Windows_then_the_program_then_a_log_each_with_its_command()
    {
        var facts = Of(0x4F, Away(Esx04, Esx01, "a") with { GuestId = "windows2019srv_64Guest" }, Away(Esx04, Esx02, "b") with { GuestId = "rhel9_64Guest" });
        Assert.Equal(
            [
                "Invoke-TimerProbeGuestProbe -Settle scan.json -Publish: a",
                @".\clock-probe.ps1 -Publish: a",
                "timerprobe check --publish: a, b",
                "timerprobe scan 'vc1.example.org' --user NAME --read-logs: a",
                "timerprobe scan 'vc1.example.org' --user NAME --vm-logs DIR: a",
            ],
            DecidingWay.From(facts.VCenters[0]).Select(way => $"{way.Command}: {string.Join(", ", way.Machines)}"));
    }

    [Fact]
    public void Where_no_guest_has_Windows_the_program_decides_first_and_where_nothing_is_undecided_nothing()
    {
        Assert.Equal(DecidingWay.Program, DecidingWay.From(Of(0x4F, Away(Esx04, Esx01, "a") with { GuestId = "rhel9_64Guest" }).VCenters[0])[0].Command);
        Assert.Empty(DecidingWay.From(Of(0x55, Away(Esx04, Esx01, "a")).VCenters[0]));
    }

    [Fact]
    public void Machines_on_hosts_that_scale_are_one_finding_for_information_and_nobody_is_told_to_move_or_pin()
    {
        var facts = Of(0x55, Away(Esx04, Esx01, "a"), Away(Esx04, Esx02, "b") with { ResumedAt = Boot.AddDays(5) }, Unknown(Esx01, "unknown"));

        var finding = Assert.Single(facts.Finds("TP223"));
        Assert.Equal((Severity.Info, "2 VMs are away on Xeon E5-2680 v4, ESXi 7.0: not affected"), (finding.Severity, finding.Title));
        Assert.All(RuleCatalogue.Evaluate(facts), item => Assert.Equal(Severity.Info, item.Severity));
        Assert.DoesNotContain(RuleCatalogue.Evaluate(facts).Where(item => item.Rule is not "TP210").SelectMany(item => item.Remedies), remedy =>
            remedy.Action.Contains("vMotion", StringComparison.Ordinal) || remedy.Action.Contains("DRS", StringComparison.Ordinal)
                || remedy.Action.StartsWith("Power-cycle", StringComparison.Ordinal));
    }

    [Fact]
    public void The_fleet_that_was_seen_has_nobody_slow_on_hosts_that_scale_and_nobody_missed_on_those_that_cannot()
    {
        HostFacts Is(HostFacts host, string vendor, int family, int model, string esxi) =>
            host with { CpuVendor = vendor, CpuFamily = family, CpuModelNumber = model, Version = esxi, CpuModel = $"{vendor} {family}-{model}" };
        var facts = Fleet(Enumerable.Range(0, 152).Select(number => Away(Esx11, number < 92 ? Esx01 : number < 110 ? Esx02
            : number < 128 ? Esx04 : number < 146 ? Esx05 : Esx08, $"{number:000}"))).HostsAs(host => host.Name switch
        {
            "esx01" => Is(host, "intel", 6, 0x6A, "8.0.3"),
            "esx02" => Is(host, "amd", 0x17, 0x31, "7.0.3"),
            "esx04" => Is(host, "intel", 6, 0x4F, "6.7.0"),
            "esx05" => Is(host, "intel", 6, 0x55, "6.5.0"),
            _ => host,
        }).Judged();

        var counts = facts.VCenters[0].VirtualMachines.CountBy(machine => machine.ClockExpectation!.Value).ToDictionary();
        Assert.Equal((92, 54, 6),
            (counts[ClockExpectation.ExpectedFast], counts[ClockExpectation.Open], counts[ClockExpectation.ExpectedSlow]));
        Assert.All(facts.Finds("TP201"), finding => Assert.Equal("esx08", finding.Value("Current host")));
        Assert.Equal((6, 3, 1), (facts.Finds("TP201").Count, facts.Finds("TP222").Count, facts.Finds("TP223").Count));
        Assert.All(facts.Finds("TP222"), finding => Assert.NotNull(finding.Value("To decide")));
    }

    [Theory]
    [InlineData("a", "", "one measurement decides it", "run timerprobe check in a")]
    [InlineData("a b", "", "two measurements decide it", "run timerprobe check in a and b")]
    [InlineData("a b c", "", "3 measurements decide it", "run timerprobe check in a and b and c")]
    [InlineData("a", "d", "one log line or one measurement decides it", "run timerprobe check in a, or read the vmware.log of d")]
    [InlineData("a b c", "d", "one log line or 3 measurements decide it", "run timerprobe check in a and b and c, or read the vmware.log of d")]
    public void What_settles_a_class_is_said_counted_and_with_names(string guests, string logs, string counted, string names)
    {
        SettlingResult[] by = [.. Of(SettlingKind.Guest, guests), .. Of(SettlingKind.Log, logs)];
        Assert.Equal((counted, names), (ScalingText.Settle(by), ScalingText.Names(by)));

        static IEnumerable<SettlingResult> Of(SettlingKind kind, string machines) =>
            machines.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(machine => new SettlingResult(kind, machine, "esx01"));
    }

    [Fact]
    public void A_log_alone_is_named_alone() => Assert.Equal("read the vmware.log of a", ScalingText.Names([new SettlingResult(SettlingKind.Log, "a", "esx01")]));

    [Theory]
    [InlineData(null, "Xeon Gold 6148")]
    [InlineData("7.0", "Xeon Gold 6148, ESXi 7.0")]
    public void A_class_is_named_by_its_processor_and_its_release_where_that_is_known(string? release, string name) =>
        Assert.Equal(name, ScalingText.Name(new HostClass { Processor = "Xeon Gold 6148", Esxi = release }));

    [Theory]
    [InlineData(TscScaling.Unknown, null, "not known")]
    [InlineData(TscScaling.Yes, TscScalingSource.Measured, "yes, measured in guests")]
    [InlineData(TscScaling.No, TscScalingSource.Log, "no, by a vmware.log (recorded)")]
    [InlineData(TscScaling.No, TscScalingSource.Nested, "no, it is a virtual machine itself (expected)")]
    [InlineData(TscScaling.Yes, TscScalingSource.Processor, "yes, by its processor (expected)")]
    public void Whether_a_host_scales_is_said_with_the_source(TscScaling scaling, TscScalingSource? source, string says) =>
        Assert.Equal(says, ScalingText.Of(Esx01 with { TscScaling = scaling, TscScalingSource = source }));

    [Fact]
    public void Hosts_are_counted_those_that_scale_first_and_those_that_are_not_known_last() => Assert.Equal(
        "1 yes, 2 no, 1 not known",
        ScalingText.Of([.. new[] { TscScaling.Unknown, TscScaling.No, TscScaling.Yes, TscScaling.No }
            .Select(item => Esx01 with { TscScaling = item })]));

    private static FleetFacts Of(int model, params VirtualMachineFacts[] machines) =>
        Fleet(machines).HostsAs(host => host with { CpuModelNumber = model, CpuModel = "Intel(R) Xeon(R) CPU E5-2680 v4 @ 2.40GHz" }).Judged();
}
