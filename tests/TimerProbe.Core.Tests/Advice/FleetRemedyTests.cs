using static TimerProbe.Core.Tests.Advice.FleetFactsBuilder;

namespace TimerProbe.Core.Tests.Advice;

public class FleetRemedyTests
{
    /// <summary>The rules whose remedy takes out what must not be set.</summary>
    private static readonly string[] TakeOut = ["TP206", "TP209"];

    [Fact]
    public void Names_neither_break_out_of_their_quotes_nor_add_a_line_to_steps_in_words()
    {
        var expected = Shapes("n");
        Prop.ForAll(RemedyTests.Names, name => Assert.Equal(expected, Shapes(name), StringComparer.Ordinal))
            .Check(Config.QuickThrowOnFailure.WithMaxTest(Cases.Of(100)));
    }

    [Fact]
    public void The_raw_tsc_is_offered_last_and_only_with_a_DRS_rule() => Assert.All(
        FleetFindingsTests.Everything.Where(finding => finding.Remedies.Any(IsRaw)),
        finding =>
        {
            Assert.True(IsRaw(finding.Remedies[^1]));
            Assert.True(finding.Remedies[^1].Caveats.Count >= 5);
            Assert.Contains(finding.Remedies, remedy => remedy.Action.Contains("DRS VM-Host rule", StringComparison.Ordinal));
        });

    [Fact]
    public void A_machine_that_something_else_manages_gets_its_owners_name_and_no_command()
    {
        var remedy = Assert.Single(Assert.Single(Fleet(Away(Esx04, Esx01) with { ManagedBy = "Cloud Director" }).Finds("TP201")).Remedies);
        Assert.Equal([Tools.Words], remedy.Steps.Select(step => step.Tool));
        Assert.StartsWith("Cloud Director manages this VM", remedy.Steps[0].Text, StringComparison.Ordinal);
        Assert.False(DestinationPlan.IsToBeMoved(Away(Esx04, Esx01) with { ManagedBy = "Cloud Director", HarmlessHosts = ["esx04"] }));
    }

    [Theory]
    [InlineData("vc.1a2b3c.westeurope.avs.azure.com", null, "Azure VMware Solution")]
    [InlineData("VCENTER.SDDC-3-120-1-2.VMWAREVMC.COM:443", null, "VMware Cloud on AWS")]
    [InlineData("10.0.0.2", "esxi-4711.abc.us-central1.gve.goog", "Google Cloud VMware Engine")]
    [InlineData("avs.azure.com.example.org", null, null)]
    public void In_a_managed_cloud_what_takes_rights_over_hosts_and_clusters_says_who_has_them(string server, string? host, string? cloud)
    {
        var center = Center(server, [.. Hosts, .. host is null ? [] : new[] { Esx01 with { Name = host, Id = "host-99" } }], [Away(Esx01, Esx04)]);
        var findings = RuleCatalogue.Evaluate(Of(center));
        var remedies = findings.SelectMany(finding => finding.Remedies).ToList();
        var saying = remedies.Where(remedy => remedy.Caveats.Any(caveat => caveat.Contains("CloudAdmin", StringComparison.Ordinal))).ToList();
        Assert.Equal(cloud is not null, saying.Exists(remedy => remedy.Action.Contains("DRS", StringComparison.Ordinal)));
        Assert.All(saying, remedy => Assert.Contains(cloud!, remedy.Caveats[0], StringComparison.Ordinal));
        Assert.DoesNotContain(saying, remedy => remedy.Action.StartsWith("vMotion", StringComparison.Ordinal)
            || remedy.Action.StartsWith("Power-cycle", StringComparison.Ordinal));
    }

    [Fact]
    public void No_step_sets_a_key_that_must_not_be_set()
    {
        Assert.DoesNotContain(
            FleetFindingsTests.Everything.Where(finding => !TakeOut.Contains(finding.Rule)).SelectMany(StepsOf),
            step => RemedyTests.NeverRecommended.Any(key => step.Text.Contains(key, StringComparison.OrdinalIgnoreCase)));
        Assert.DoesNotContain(
            FleetFindingsTests.Everything.Where(finding => TakeOut.Contains(finding.Rule)).SelectMany(StepsOf),
            step => step.Text.Contains("TRUE", StringComparison.OrdinalIgnoreCase) || step.Text.Contains("New-AdvancedSetting", StringComparison.Ordinal));
    }

    [Fact]
    public void A_machine_is_found_by_its_managed_object_id_and_its_UUID()
    {
        var steps = StepsOf(Assert.Single(Fleet(Away(Esx04, Esx01)).Finds("TP201"))).ToList();

        Assert.All(steps.Where(step => step.Text.Contains("Get-VM ", StringComparison.Ordinal)), step => Assert.StartsWith(
            "$vm = $null; $vm = Get-VM -Id 'VirtualMachine-vm-DB01' -Server 'vc1.example.org'\n", step.Text, StringComparison.Ordinal));
        Assert.All(steps.Where(step => step.Text.Contains("govc vm.", StringComparison.Ordinal)), step =>
            Assert.Contains("-vm.uuid=42220a0b-0c0d-4e0f-8101-112233445566", step.Text, StringComparison.Ordinal));
    }

    [Fact]
    public void A_UUID_that_two_machines_share_finds_neither()
    {
        var steps = Fleet(Away(Esx04, Esx01, "original"), Away(Esx04, Esx01, "copy")).Finds("TP201").SelectMany(StepsOf).ToList();
        Assert.DoesNotContain(steps, step => step.Text.Contains("uuid", StringComparison.Ordinal));
        Assert.All(steps.Where(step => step.Text.Contains("govc vm.migrate", StringComparison.Ordinal)),
            step => Assert.StartsWith("test ", step.Text, StringComparison.Ordinal));
    }

    [Fact]
    public void What_does_not_depend_on_the_machine_is_the_same_in_every_finding_and_the_rest_is_short()
    {
        var findings = Enumerable.Range(0, 3).Select(number => Away(Esx04, Esx01, $"DB{number}") with { Uuid = $"42220a0b-0c0d-4e0f-8101-11223344556{number}" });
        var found = Fleet(findings).Finds("TP201").ToList();

        Assert.Equal(4, found[0].Remedies.Count);
        foreach (var (first, remedy) in found.Skip(1).SelectMany(other => found[0].Remedies.Zip(other.Remedies)))
        {
            Assert.Equal(first.Caveats, remedy.Caveats, StringComparer.Ordinal);
            Assert.DoesNotContain(remedy.Steps.Except(first.Steps), step => step.Tool.StartsWith("vSphere Client", StringComparison.Ordinal));
        }

        Assert.InRange(found[0].Remedies.Zip(found[1].Remedies)
            .Sum(pair => pair.First.Steps.Except(pair.Second.Steps).Sum(step => step.Text.Length)), 1, 3_000);
    }

    [Theory]
    [InlineData("windows2019srv_64Guest", "w32tm /stripchart")]
    [InlineData("rhel8_64Guest", "chronyc tracking")]
    [InlineData(null, "chronyc tracking")]
    public void A_raw_TSC_is_verified_against_a_clock_outside(string? guestId, string beside)
    {
        var raw = Assert.Single(Fleet(Away(Esx04, Esx01) with { GuestId = guestId }).Finds("TP201")).Remedies[^1];
        Assert.Equal("timerprobe check --drift 60s --reference HOST", raw.Verify);
        Assert.Contains(raw.Caveats, caveat => caveat.Contains(beside, StringComparison.Ordinal));
    }

    private static bool IsRaw(Remedy remedy) => remedy.Steps.Any(step => step.Text.Contains("virtual_rdtsc' -Value 'FALSE'", StringComparison.Ordinal));

    private static IEnumerable<RemedyStep> StepsOf(Finding finding) => finding.Remedies.SelectMany(remedy => remedy.Steps);

    /// <summary>Each step without its quoted words; of a step in words, how many lines it has.</summary>
    private static List<string> Shapes(string name) =>
        [.. Named(name).Select(step => Tools.GetLanguage(step.Tool) is null ? $"{step.Text.ReplaceLineEndings("\n").Split('\n').Length} lines" : RemedyTests.Shape(step))];

    /// <summary>The steps of all rules where everything that vCenter names has this name; with a UUID and without.</summary>
    private static IEnumerable<RemedyStep> Named(string name)
    {
        return All(Machine).Concat(All(machine => Machine(machine) with { Uuid = null })).SelectMany(StepsOf);

        IEnumerable<Finding> All(Func<VirtualMachineFacts, VirtualMachineFacts> machine) =>
            from fleet in EvidenceTests.Fleets
            let centers = fleet.VCenters.Select(center => center with { VirtualMachines = [.. center.VirtualMachines.Select(machine)] })
            from finding in RuleCatalogue.Evaluate((fleet with { VCenters = [.. centers] }).Clusters(Cluster).HostsAs(Host))
            select finding;

        VirtualMachineFacts Machine(VirtualMachineFacts machine) => machine with
        {
            Name = name,
            HarmlessHosts = [.. machine.HarmlessHosts.Select(host => host + name)],
            Host = machine.Host + name,
            Destination = machine.Destination is { } planned ? planned + name : null,
            BoundTo = null,
            Settings = machine.Settings with
            {
                Other = machine.Settings.Other.ToDictionary(
                    pair => pair.Key.StartsWith("timeTracker", StringComparison.Ordinal) ? $"{pair.Key}.{name}" : pair.Key, pair => pair.Value),
            },
        };

        HostFacts Host(HostFacts host) => host with { Name = host.Name + name };

        ClusterFacts Cluster(ClusterFacts cluster) => cluster with
        {
            Name = name,
            Datacenter = name,
            FrequencyClasses = [.. cluster.FrequencyClasses.Select(
                frequency => frequency with { Name = name, Hosts = [.. frequency.Hosts.Select(host => host + name)] })],
        };
    }
}
