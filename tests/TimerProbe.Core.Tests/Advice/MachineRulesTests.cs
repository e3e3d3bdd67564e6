using static TimerProbe.Core.Tests.Advice.FleetFactsBuilder;

namespace TimerProbe.Core.Tests.Advice;

public class MachineRulesTests
{
    [Theory]
    [InlineData(ClockState.Slow, ClockCause.TscTrapped, Severity.Critical, Confidence.Measured)]
    [InlineData(ClockState.Unclear, ClockCause.CpuStarved, Severity.Warning, Confidence.Expected)]
    public void A_joined_guest_decides_how_grave_it_is(ClockState state, ClockCause cause, Severity severity, Confidence confidence)
    {
        var finding = Assert.Single(Fleet(Away(Esx04, Esx01).Says(state, cause)).Finds("TP201"));
        Assert.Equal((severity, confidence), (finding.Severity, finding.Confidence));
        Assert.NotNull(finding.Value("Guest's verdict"));
        Assert.NotNull(finding.Value("Precise time in the guest"));
    }

    [Fact]
    public void The_ladder_goes_from_a_vMotion_to_the_raw_tsc()
    {
        var remedies = Assert.Single(Fleet(Away(Esx04, Esx01)).Finds("TP201")).Remedies;

        Assert.Equal(
            [
                "vMotion to a host with its original frequency (no downtime expected)",
                "Power-cycle the VM on the class of hosts it will live on (downtime)",
                "Add the VM to the DRS VM-Host rule of its frequency class",
                "Last resort: the host's raw TSC (downtime; time is wrong once moved)",
            ],
            remedies.Select(remedy => remedy.Action),
            StringComparer.Ordinal);
        Assert.Equal([1, 2, 3, 4], remedies.Select(remedy => remedy.Rank));
    }

    [Fact]
    public void Without_a_harmless_host_in_a_cluster_of_one_class_or_outside_of_clusters_a_power_cycle_is_all_it_takes() => Assert.All(
        [Esx11, Alone],
        now => Assert.Equal(
            ["Power-cycle the VM on the class of hosts it will live on (downtime)"],
            Assert.Single(Fleet(Away(Esx04, now)).Finds("TP201")).Remedies.Select(remedy => remedy.Action)));

    [Theory]
    [InlineData("esx01", "to esx01, which scales the TSC: expected to be harmless")]
    [InlineData("esx04", "to esx04, where it was powered on")]
    [InlineData("esx05", "to esx05")]
    public void The_proposed_move_says_why_it_is_harmless_there(string destination, string proposal)
    {
        var facts = Fleet(Away(Esx04, Esx08) with { Destination = destination }).Scaling("esx01");
        Assert.Equal(proposal, Assert.Single(facts.Finds("TP201")).Value("Proposed move"));
    }

    [Fact]
    public void The_machine_joins_the_group_of_its_homes_class_that_the_cluster_s_finding_makes()
    {
        var facts = Fleet(Away(Esx04, Esx01));
        var join = Assert.Single(facts.Finds("TP201")).Remedies[2].Steps;
        var make = Assert.Single(facts.Finds("TP202")).Remedies[0].Steps;

        const string group = "'timerprobe 2,593.905 MHz VMs'";
        Assert.All([join, make], steps =>
            Assert.All(steps.Where(step => step.Tool is "PowerCLI" or "govc"), step => Assert.Contains(group, step.Text, StringComparison.Ordinal)));
        Assert.Contains(join, step => step.Text.Contains("ClusterComputeResource-domain-prod", StringComparison.Ordinal));
        Assert.Contains(join, step => step.Text.Contains("-dc 'dc-north' -cluster 'prod'", StringComparison.Ordinal));
        Assert.Contains(make, step => step.Text.Contains("-host 'esx04' 'esx05' 'esx06'", StringComparison.Ordinal));
    }

    [Fact]
    public void A_machine_that_reads_the_raw_tsc_is_not_called_slow_where_nobody_measured_it()
    {
        Assert.Empty(Fleet(Away(Esx04, Esx01).RawTsc()).Finds("TP201"));
        var finding = Assert.Single(Fleet(Away(Esx04, Esx01).RawTsc().Says(ClockState.Slow, ClockCause.PlatformTimer)).Finds("TP201"));

        Assert.Contains("raw TSC", finding.Title, StringComparison.Ordinal);
        Assert.DoesNotContain(finding.Remedies, remedy =>
            remedy.Action.Contains("vMotion", StringComparison.Ordinal) || remedy.Action.Contains("Last resort", StringComparison.Ordinal));
    }

    [Fact]
    public void One_measured_fast_or_not_known_to_be_slow_is_not_found()
    {
        Assert.Empty(Fleet(Away(Esx04, Esx01).Says(ClockState.Healthy)).Finds("TP201"));
        Assert.Empty(Fleet(Away(Esx04, Esx01)).HostsAs(host => host with { CpuModelNumber = 0x4F }).Finds("TP201"));
    }

    [Theory]
    [InlineData(ClockState.Slow, Severity.Critical)]
    [InlineData(ClockState.Unclear, Severity.Warning)]
    public void At_home_but_slow_is_as_grave_as_the_verdict(ClockState state, Severity severity)
    {
        var finding = Assert.Single(Fleet(At(Esx04).Says(state, ClockCause.PlatformTimer)).Finds("TP217"));
        Assert.Equal((severity, Confidence.Measured), (finding.Severity, finding.Confidence));
        Assert.Equal("At home, but the guest's clock is slow", finding.Title);
    }

    [Fact]
    public void A_healthy_guest_at_home_is_no_finding() => Assert.Empty(RulesAbout(At(Esx04).Says(ClockState.Healthy)));

    [Theory]
    [InlineData("fullyAutomated", "", Severity.Warning)]
    [InlineData("partiallyAutomated", "", Severity.Warning)]
    [InlineData("manual", "", Severity.Info)]
    [InlineData("fullyAutomated", "esx01 esx02 esx04 esx05", Severity.Warning)]
    [InlineData("fullyAutomated", "esx01 esx02 esx04 esx05 esx06 esx08", Severity.Info)]
    public void A_cluster_that_mixes_classes_and_has_a_host_that_traps_is_a_warning_where_DRS_moves_by_itself(string? drs, string scaling, Severity severity)
    {
        var facts = Fleet(Away(Esx04, Esx01), Unknown(Esx01, "other")).Clusters(cluster => cluster with { Drs = drs }).Scaling(scaling.Split(' '));
        var finding = Assert.Single(facts.Finds("TP202"));

        Assert.Equal((severity, SubjectKind.Cluster, "prod", "domain-prod"),
            (finding.Severity, finding.Subject.Kind, finding.Subject.Name, finding.Subject.Id));
    }

    [Fact]
    public void Unknown_homes_are_one_finding_for_each_cluster_and_lone_host()
    {
        var facts = Fleet(Unknown(Esx01, "a"), Unknown(Esx04, "b", "it was reverted"), Unknown(Esx11, "c"), Unknown(Alone, "d"));

        Assert.Equal(
            [("prod", SubjectKind.Cluster, Severity.Warning), ("lonely", SubjectKind.Host, Severity.Info), ("uniform", SubjectKind.Cluster, Severity.Info)],
            facts.Finds("TP210").Select(finding => (finding.Subject.Name, finding.Subject.Kind, finding.Severity)));
        var prod = facts.Finds("TP210")[0];
        Assert.Equal("2", prod.Value("Virtual machines whose home is unknown"));
        Assert.Equal("a, b", prod.Value("Virtual machines"));
        Assert.Equal("1", prod.Value("Because it was reverted"));
    }

    [Fact]
    public void Many_unknown_homes_are_named_in_part()
    {
        var machines = Enumerable.Range(100, 45).Select(number => Unknown(Esx01, $"vm{number}"));
        var names = Assert.Single(Fleet(machines).Finds("TP210")).Value("Virtual machines")!;
        Assert.StartsWith("vm100, vm101, ", names, StringComparison.Ordinal);
        Assert.EndsWith("vm119 and 25 more", names, StringComparison.Ordinal);
    }

    [Fact]
    public void A_vCenter_of_one_class_has_one_finding_for_all_unknown_homes_and_one_without_any_frequency_is_no_reassurance()
    {
        var lone = Alone with { Hz = Esx11.Hz };
        var finding = Assert.Single(Of(Center("vc2.example.org", [Esx11, Esx12, lone], [Unknown(Esx11, "a"), Unknown(lone, "b")])).Finds("TP210"));
        Assert.Equal((SubjectKind.Vcenter, "vc2.example.org", "instance-of-vc2.example.org", Severity.Info),
            (finding.Subject.Kind, finding.Subject.Name, finding.Subject.Id, finding.Severity));
        HostFacts[] unread = [Esx11 with { Hz = null }, Esx12 with { Hz = null }];
        Assert.Equal(Severity.Warning, Assert.Single(Of(Center("vc2.example.org", unread, [Unknown(unread[0])])).Finds("TP210")).Severity);
    }

    [Fact]
    public void A_resume_is_a_warning_only_away_from_home_and_at_home_nothing_is_moved()
    {
        Assert.Equal(Severity.Warning, Assert.Single(Fleet(Away(Esx01, Esx04) with { ResumedAt = Boot.AddDays(5) }).Finds("TP211")).Severity);
        var atHome = Assert.Single(Fleet(At(Esx01) with { ResumedAt = Boot.AddDays(5), HarmlessHosts = ["esx02"] }).Finds("TP211"));
        Assert.Equal(Severity.Info, atHome.Severity);
        Assert.DoesNotContain(atHome.Remedies,
            remedy => remedy.Action.Contains("vMotion", StringComparison.Ordinal) || remedy.Action.StartsWith("Power-cycle", StringComparison.Ordinal));
        Assert.Empty(Fleet(Off(Esx01, "poweredOff")).Finds("TP211"));
    }

    [Fact]
    public void A_result_joined_by_name_is_told_apart() =>
        Assert.Equal(["TP218"], RulesAbout(At(Esx04).Says(ClockState.Healthy, matchedBy: "name")), StringComparer.Ordinal);

    [Fact]
    public void Machines_away_with_sql_server_that_told_nothing_are_named_once_for_a_vcenter()
    {
        var stale = Away(Esx04, Esx01, "stale").Says(ClockState.Healthy) with { SqlServerExpected = true };
        var finding = Assert.Single(Fleet(
            Away(Esx04, Esx01, "silent") with { SqlServerExpected = true },
            stale with { GuestResult = stale.GuestResult! with { Stale = "it is older than 7 days" } },
            Away(Esx04, Esx01, "told").Says(ClockState.Slow) with { SqlServerExpected = true },
            Away(Esx04, Esx01, "other"),
            At(Esx01, "home") with { SqlServerExpected = true }).Finds("TP219"));
        Assert.Equal((Severity.Info, SubjectKind.Vcenter), (finding.Severity, finding.Subject.Kind));
        Assert.Equal(["2", "1", "silent, stale"], finding.Evidence.Select(evidence => evidence.Value), StringComparer.Ordinal);
        Assert.Contains("check --publish", Assert.Single(finding.Remedies).Steps[0].Text, StringComparison.Ordinal);
    }
}
