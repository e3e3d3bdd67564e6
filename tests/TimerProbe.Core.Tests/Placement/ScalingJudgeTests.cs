using static TimerProbe.Core.Tests.Advice.FleetFactsBuilder;

namespace TimerProbe.Core.Tests.Placement;

public sealed class ScalingJudgeTests
{
    internal const int Haswell = 0x3F;
    internal const int Broadwell = 0x4F;
    internal const int Skylake = 0x55;

    [Theory]
    [InlineData("Dell Inc.", "PowerEdge R740", TscScaling.Yes)]
    [InlineData("Microsoft Corporation", "C2110", TscScaling.Yes)]
    [InlineData("Nutanix", "NX-3060-G7", TscScaling.Yes)]
    [InlineData("Amazon EC2", "i3en.metal", TscScaling.Yes)]
    [InlineData("Nutanix", "AHV", TscScaling.Unknown)]
    [InlineData("Microsoft Corporation", "Virtual Machine", TscScaling.Unknown)]
    [InlineData("QEMU", "Standard PC (Q35 + ICH9, 2009)", TscScaling.Unknown)]
    [InlineData("Google", "Google Compute Engine", TscScaling.Unknown)]
    [InlineData(null, null, TscScaling.Unknown)]
    [InlineData("VMware, Inc.", "VMware7,1", TscScaling.No)]
    public void A_host_that_may_itself_be_a_virtual_machine_is_open(string? vendor, string? model, TscScaling scales) => Assert.Equal(
        [scales, TscScaling.No],
        new[] { Skylake, Haswell }.Select(processor => Judge(host => Of(processor)(host) with
        {
            Version = "8.0.3",
            HardwareVendor = vendor,
            HardwareModel = model,
        }).Hosts[0].TscScaling));

    [Theory]
    [InlineData("intel", 6, Haswell, "7.0.3", TscScaling.No)]
    [InlineData("intel", 6, Haswell, "6.5.0", TscScaling.No)]
    [InlineData("intel", 6, Skylake, "6.7", TscScaling.Yes)]
    [InlineData("intel", 6, Skylake, "6.7.0", TscScaling.Yes)]
    [InlineData("intel", 6, Skylake, "8.0.3", TscScaling.Yes)]
    [InlineData("intel", 6, Skylake, "6.5.0", TscScaling.Unknown)]
    [InlineData("intel", 6, Skylake, null, TscScaling.Unknown)]
    [InlineData("intel", 6, Broadwell, "8.0.3", TscScaling.Unknown)]
    [InlineData("amd", 0x19, 1, "8.0.3", TscScaling.Unknown)]
    [InlineData("amd", 0x10, 4, "6.7.0", TscScaling.No)]
    [InlineData(null, null, null, "8.0.3", TscScaling.Unknown)]
    public void Without_other_evidence_processor_and_release_are_what_is_expected(string? vendor, int? family, int? model, string? esxi, TscScaling scales)
    {
        var judged = Judge(host => host with { CpuVendor = vendor, CpuFamily = family, CpuModelNumber = model, Version = esxi },
            Away(Esx04, Esx01));

        var host = judged.Hosts.First(item => item.Id == Esx01.Id);
        Assert.Equal((scales, scales == TscScaling.Unknown ? null : TscScalingSource.Processor), (host.TscScaling, host.TscScalingSource));
        Assert.Equal(
            scales switch
            {
                TscScaling.Yes => ClockExpectation.ExpectedFast,
                TscScaling.No => ClockExpectation.ExpectedSlow,
                _ => ClockExpectation.Open
            },
            judged.VirtualMachines[0].ClockExpectation);
    }

    [Fact]
    public void A_guest_decides_for_itself_and_its_host_and_one_alone_not_for_the_class()
    {
        var judged = Judge(Of(Broadwell), Away(Esx04, Esx01, "fast").Says(ClockState.Healthy), Away(Esx05, Esx01, "beside"), Away(Esx04, Esx02, "elsewhere"));
        Assert.Equal([ClockExpectation.Fast, ClockExpectation.ExpectedFast, ClockExpectation.Open], Expectations(judged));
        Assert.Equal((TscScaling.Yes, TscScalingSource.Measured), GetScaling(judged, Esx01));
    }

    [Fact]
    public void Two_guests_that_agree_settle_their_class()
    {
        var judged = Judge(Of(Broadwell), Measured("a", Esx01), Measured("b", Esx02), Away(Esx01, Esx08, "open before"));

        Assert.Equal(ClockExpectation.ExpectedFast, Expectations(judged)[2]);
        Assert.Equal((TscScaling.Yes, TscScalingSource.Measured), GetScaling(judged, Esx11));
        var its = Assert.Single(judged.Classes!, item => item.Hosts.Contains("esx08"));
        Assert.Equal((TscScaling.Yes, 3, 2, 0, 0), (its.TscScaling, its.Away, its.MeasuredFast, its.MeasuredSlow, its.Open));
        Assert.Empty(its.SettleBy);
    }

    [Fact]
    public void One_machine_by_two_ids_is_one_guest() => Assert.Equal(
        ClockExpectation.Open,
        Expectations(Judge(Of(Broadwell), Measured("a", Esx01), Measured("b", Esx02) with { Uuid = Measured("a", Esx01).Uuid },
            Away(Esx01, Esx08, "open")))[2]);

    [Fact]
    public void One_measured_slow_takes_its_class_back_to_open_and_is_slow_itself()
    {
        var judged = Judge(Of(Skylake), Slow("slow", Esx01), Measured("a", Esx02), Measured("b", Esx02), Away(Esx01, Esx08, "other"), Away(Esx04, Esx01, "beside"));
        Assert.Equal(
            [ClockExpectation.Slow, ClockExpectation.Fast, ClockExpectation.Fast, ClockExpectation.Open,
                ClockExpectation.ExpectedSlow], Expectations(judged));
    }

    [Fact]
    public void Two_measured_slow_settle_a_class_that_was_expected_to_scale() => Assert.Equal(
        ClockExpectation.ExpectedSlow, Expectations(Judge(Of(Skylake), Slow("a", Esx01), Slow("b", Esx02), Away(Esx01, Esx08, "other")))[2]);

    [Theory]
    [InlineData("name", null, 77_000.0, ClockCause.TscTrapped)]
    [InlineData("uuid", false, 77_000.0, ClockCause.TscTrapped)]
    [InlineData("uuid", null, 34.0, ClockCause.TscTrapped)]
    [InlineData("uuid", null, 77_000.0, ClockCause.PlatformTimer)]
    [InlineData("uuid", null, 77_000.0, ClockCause.Unknown)]
    public void What_tells_nothing_of_the_host_is_no_evidence(string matchedBy, bool? virtualRdtsc, double ppm, ClockCause cause)
    {
        var slow = (Away(Esx04, Esx01, "slow") with { DifferencePpm = new PartsPerMillion(ppm) }).RawTsc(virtualRdtsc).Says(ClockState.Slow, cause, matchedBy);
        Assert.Equal((TscScaling.Yes, TscScalingSource.Processor), GetScaling(Judge(Of(Skylake), slow), Esx01));
    }

    [Theory]
    [InlineData(true, ClockExpectation.ExpectedFast)]
    [InlineData(false, ClockExpectation.ExpectedSlow)]
    public void A_log_settles_the_class_on_Intel_and_the_host_alone_on_AMD(bool scales, ClockExpectation expected)
    {
        var log = new LoggedScaling(scales, IsOfClass: true, "on it", Boot, "");
        VirtualMachineFacts[] machines = [Away(Esx04, Esx01, "on it"), Away(Esx01, Esx08, "elsewhere")];
        var intel = Judge(host => Of(Broadwell)(host) with { LoggedScaling = host.Id == Esx01.Id ? log : null }, machines);
        var amd = Judge(
            host => host with { CpuVendor = "amd", CpuFamily = 0x19, CpuModelNumber = 1, LoggedScaling = host.Id == Esx01.Id ? log : null }, machines);

        Assert.Equal([expected, expected], Expectations(intel));
        Assert.Equal((scales ? TscScaling.Yes : TscScaling.No, TscScalingSource.Log), GetScaling(intel, Esx08));
        Assert.Equal(scales ? TscScaling.Yes : TscScaling.No, Assert.Single(intel.Classes!).TscScaling);
        Assert.Equal([expected, ClockExpectation.Open], Expectations(amd));
    }

    [Fact]
    public void A_measurement_outweighs_a_log_and_a_log_a_nested_host()
    {
        var judged = Judge(host => Of(Skylake)(host) with
        {
            HardwareVendor = "VMware, Inc.",
            LoggedScaling = host.Id == Esx02.Id
            ? new(true, IsOfClass: false, "b", Boot, "") : null
        }, Measured("a", Esx01));

        Assert.Equal((TscScaling.Yes, TscScalingSource.Measured), GetScaling(judged, Esx01));
        Assert.Equal((TscScaling.Yes, TscScalingSource.Log), GetScaling(judged, Esx02));
        Assert.Equal((TscScaling.No, TscScalingSource.Nested), GetScaling(judged, Esx08));
        Assert.Empty(judged.Classes!);
    }

    [Fact]
    public void A_host_that_distrusts_its_TSC_is_evidence_against_itself_alone()
    {
        var judged = Judge(
            Of(Skylake),
            At(Esx01, "at home").Says(ClockState.Slow, ClockCause.TscTrapped),
            Slow("away", Esx01),
            Away(Esx05, Esx01, "beside"),
            Away(Esx01, Esx08, "elsewhere"));

        Assert.Equal([null, ClockExpectation.Slow, ClockExpectation.ExpectedSlow, ClockExpectation.ExpectedFast], Expectations(judged));
    }

    [Fact]
    public void A_difference_that_goes_unnoticed_is_never_slow() => Assert.Equal(
        [ClockExpectation.ExpectedFast, ClockExpectation.ExpectedSlow],
        Expectations(Judge(
            host => host,
            Away(Esx04, Esx01, "small") with { DifferencePpm = new PartsPerMillion(-34.9) },
            Away(Esx04, Esx01, "large") with { DifferencePpm = new PartsPerMillion(-35) })));

    [Fact]
    public void The_fewest_results_settle_an_open_class_the_easiest_first()
    {
        var judged = Judge(
            Of(Broadwell),
            Away(Esx04, Esx01, "linux") with { GuestId = "rhel9_64Guest", GuestHostName = "linux" },
            Away(Esx04, Esx02, "windows") with { GuestHostName = "windows" },
            Away(Esx04, Esx01, "sql") with { GuestHostName = "sql", SqlServerExpected = true },
            Away(Esx04, Esx02, "no tools") with { SqlServerExpected = true });

        var open = Assert.Single(judged.Classes!);
        Assert.Equal(4, open.Open);
        Assert.Equal([(SettlingKind.Guest, "sql"), (SettlingKind.Guest, "windows"), (SettlingKind.Log, "sql")],
            open.SettleBy.Select(item => (item.Kind, item.Machine)));
    }

    [Fact]
    public void After_each_result_fewer_are_left_to_settle()
    {
        var one = Assert.Single(Judge(Of(Broadwell), Measured("a", Esx01), Away(Esx01, Esx08, "b"), Away(Esx01, Esx04, "c")).Classes!);
        Assert.Equal(["b"], one.SettleBy.Where(item => item.Kind == SettlingKind.Guest).Select(item => item.Machine));

        var amd = Assert.Single(Judge(
            host => host with { CpuVendor = "amd", CpuFamily = 0x19, CpuModelNumber = 1 }, Away(Esx01, Esx08, "b"), Away(Esx01, Esx04, "c")).Classes!);
        Assert.DoesNotContain(amd.SettleBy, item => item.Kind == SettlingKind.Log);
    }

    [Fact]
    public void A_host_that_scales_is_harmless_behind_those_of_the_same_frequency()
    {
        var slow = Away(Esx04, Esx01);
        var judged = Judge(host => host.Id == Esx08.Id ? Of(Skylake)(host) : host, slow, Away(Esx01, Esx08, "fast"));

        Assert.Equal(["esx04", "esx05", "esx08"], judged.VirtualMachines[0].HarmlessHosts);
        Assert.DoesNotContain("esx08", judged.VirtualMachines[1].HarmlessHosts);
        Assert.Equal(judged.VirtualMachines[0].HarmlessHosts, ScalingJudge.Apply(judged, Rules, 2).VirtualMachines[0].HarmlessHosts);
    }

    [Fact]
    public void Of_the_hosts_that_scale_those_that_can_take_a_machine_are_harmless_to_it_by_name()
    {
        var judged = Judge(
            host => host.Name is "esx04" or "esx05" or "esx06" ? Of(Skylake)(host) : host, // esx06 is in maintenance
            Away(Esx01, Esx08, "free"),
            Away(Esx01, Esx08, "bound") with { BoundTo = ["esx01", "esx05", "esx08"], HarmlessHosts = ["esx01"] },
            Away(Esx01, Esx04, "slow for another reason").Says(ClockState.Slow, ClockCause.PlatformTimer));

        Assert.Equal(
            ["esx01 esx02 esx04 esx05", "esx01 esx05", "esx01 esx02 esx05"],
            judged.VirtualMachines.Select(machine => string.Join(' ', machine.HarmlessHosts)));
    }

    [Fact]
    public void What_nothing_is_concluded_of_is_left_as_it_is()
    {
        VirtualMachineFacts[] machines = [At(Esx01, "home"), Unknown(Esx01, "unknown"), Away(Esx04, Esx01, "slow")];
        var judged = Judge(host => host, machines).VirtualMachines;

        Assert.Same(machines[0], judged[0]);
        Assert.Same(machines[1], judged[1]);
        Assert.Same(machines[2].HarmlessHosts, judged[2].HarmlessHosts);
    }

    internal static Func<HostFacts, HostFacts> Of(int model) => host => host with { CpuModelNumber = model };

    private static VirtualMachineFacts Measured(string name, HostFacts on) =>
        Away(on.Hz == Esx04.Hz ? Esx01 : Esx04, on, name).Says(ClockState.Healthy) with { Uuid = "uuid of " + name };

    private static VirtualMachineFacts Slow(string name, HostFacts on) => Measured(name, on).Says(ClockState.Slow, ClockCause.TscTrapped);

    internal static VCenterFacts Judge(Func<HostFacts, HostFacts> change, params VirtualMachineFacts[] machines) =>
        ScalingJudge.Apply(Center("vc1.example.org", Hosts.Select(change).Where(host => host.Id != Alone.Id), machines), Rules, 2);

    private static List<ClockExpectation?> Expectations(VCenterFacts center) => [.. center.VirtualMachines.Select(machine => machine.ClockExpectation)];

    private static (TscScaling, TscScalingSource?) GetScaling(VCenterFacts center, HostFacts host) =>
        center.Hosts.First(item => item.Id == host.Id) is var found ? (found.TscScaling, found.TscScalingSource) : default;
}
