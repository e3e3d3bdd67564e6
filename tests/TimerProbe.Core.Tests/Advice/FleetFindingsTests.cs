using static TimerProbe.Core.Tests.Advice.FleetFactsBuilder;

namespace TimerProbe.Core.Tests.Advice;

public class FleetFindingsTests
{
    [Fact]
    public void A_fleet_at_home_on_equal_hosts_has_no_findings() =>
        Assert.Empty(RuleCatalogue.Evaluate(Of(Center("vc1.example.org", [Esx11, Esx12], [At(Esx11, "a"), At(Esx12, "b"), Off(Esx11, "poweredOff")]))));

    [Fact]
    public void A_vCenter_that_told_nothing_has_no_findings() => Assert.Empty(RuleCatalogue.Evaluate(Of(
        new VCenterFacts { Server = "vc1.example.org", Status = ReadStatus.Failed, Problems = ["vc1.example.org does not answer"] })));

    [Fact]
    public void Objects_of_one_id_in_two_vCenters_are_kept_apart()
    {
        var machine = Away(Esx04, Esx01);
        var findings = Of(Center("vc1.example.org", [Esx01, Esx04], [machine]), Center("vc2.example.org", [Esx01, Esx04], [machine])).Finds("TP201");
        Assert.Equal(["vc1.example.org", "vc2.example.org"], findings.Select(finding => finding.Subject.Server), StringComparer.Ordinal);
        Assert.Contains("-Server 'vc2.example.org'", findings[1].Remedies[0].Steps[1].Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Every_finding_names_its_vCenter_and_can_be_acted_upon() => Assert.All(Everything, finding =>
    {
        Assert.Equal("vc1.example.org", finding.Subject.Server);
        Assert.NotNull(finding.Subject.Id);
        Assert.NotEmpty(finding.Evidence);
        Assert.NotEmpty(finding.References);
        Assert.Equal(Enumerable.Range(1, finding.Remedies.Count), finding.Remedies.Select(remedy => remedy.Rank));
        Assert.All(finding.Remedies, remedy => Assert.NotEmpty(remedy.Steps));
        Assert.NotEmpty(finding.Remedies);
    });

    [Fact]
    public void Every_rule_speaks_of_some_fleet() =>
        Assert.Equal(RuleCatalogue.Fleet.Select(rule => rule.Description.Id), Everything.Select(finding => finding.Rule).Distinct()
            .Order(StringComparer.Ordinal), StringComparer.Ordinal);

    /// <summary>A finding of each rule, most of one virtual machine.</summary>
    internal static IReadOnlyList<Finding> Everything => All(machine => machine, host => host, cluster => cluster);

    /// <summary>The same of a fleet that is changed before it is looked at.</summary>
    internal static IReadOnlyList<Finding> All(
        Func<VirtualMachineFacts, VirtualMachineFacts> machine, Func<HostFacts, HostFacts> host, Func<ClusterFacts, ClusterFacts> cluster)
    {
        var options = new Dictionary<string, string> { ["VMkernel.Boot.timerForceTSC"] = "FALSE" };
        VirtualMachineFacts[] machines =
        [
            Away(Esx04, Esx01),
            Away(Esx04, Esx01).RawTsc() with { ResumedAt = Boot.AddDays(5) },
            Away(Esx04, Esx01).Says(ClockState.Healthy),
            Away(Esx04, Esx01) with { SqlServerExpected = true },
            At(Esx01).RawTsc(),
            At(Esx11).RawTsc() with { MustRunOn = ["esx11"] },
            At(Esx01).RawTsc(value: true),
            At(Esx01).Set("timeTracker.apparentHz", "1").Set("hypervisor.cpuid.v0", "FALSE"),
            At(Esx01).With(settings => settings with { HardwareVersion = "vmx-08", LatencySensitivity = "high", CpuLimitMhz = 1_000 })
                with { Pressure = new CpuPressureOfMachine(30, 15, 99, 28) },
            Unknown(Esx01),
            Away(Esx04, Esx01).Inferred(Esx04, Esx01),
            Off(Esx01, "suspended"),
            At(Esx05).Says(ClockState.Slow, ClockCause.TscTrapped, "name"),
            At(Esx05).Says(ClockState.Slow, ClockCause.TscTrapped) with { SqlServerExpected = true },
        ];
        var findings = machines.Append(At(Esx05).Says(ClockState.Slow, ClockCause.Unknown))
            .SelectMany(one => RuleCatalogue.Evaluate(Fleet(machine(one)).Clusters(cluster).HostsAs(host)));
        var onOneHost = Fleet(machines[^2..].Select((one, index) => machine(one) with { Id = $"vm-{index}" }))
            .Clusters(cluster).HostsAs(one => host(one) with
            {
                KernelOptions = options,
                PowerPolicy = "Balanced",
                EarlierHz = one.Id == Esx12.Id ? Esx11.Hz : one.Id == Esx08.Id ? Esx01.Hz : null,
                ChangedAt = Boot.AddDays(2)
            });
        var open = Fleet(machine(Away(Esx04, Esx01))).HostsAs(one => one with { CpuModelNumber = 0x4F }).Judged().Clusters(cluster).HostsAs(host);
        return [.. findings, .. RuleCatalogue.Evaluate(onOneHost), .. RuleCatalogue.Evaluate(open)];
    }
}
