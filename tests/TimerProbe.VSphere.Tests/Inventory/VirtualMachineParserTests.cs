using TimerProbe.Core.Facts;
using TimerProbe.VSphere.Inventory;
using TimerProbe.VSphere.Tests.Stub;

namespace TimerProbe.VSphere.Tests.Inventory;

public sealed class VirtualMachineParserTests
{
    private static readonly AboutInfo About = new() { FullName = "", Version = "8.0.3", ApiVersion = "8.0.3.0", ApiType = "VirtualCenter", ProductLineId = "vpx" };

    private static readonly VirtualMachineParser Parser = new(Captured.Map(
        computeResources: [new StubObject("ClusterComputeResource", "domain-c1").Text("name", "prod").Value("configurationEx", "ClusterConfigInfoEx", """
            <drsConfig><enabled>true</enabled><defaultVmBehavior>manual</defaultVmBehavior></drsConfig>
            <rule xsi:type="ClusterVmHostRuleInfo"><enabled>true</enabled><vmGroupName>v</vmGroupName><affineHostGroupName>h</affineHostGroupName></rule>
            <group xsi:type="ClusterVmGroup"><name>v</name><vm type="VirtualMachine">vm-7</vm></group>
            <group xsi:type="ClusterHostGroup"><name>h</name><host type="HostSystem">host-2</host><host type="HostSystem">host-1</host><host type="HostSystem">host-9</host></group>
            """)],
        hosts:
        [
            new StubObject("HostSystem", "host-1").Text("name", "esx01").Number("hardware.cpuInfo.hz", "2394000000").Reference("parent", "ClusterComputeResource", "domain-c1"),
            new StubObject("HostSystem", "host-2").Text("name", "esx02").Reference("parent", "ClusterComputeResource", "domain-c1"),
        ]));

    [Theory]
    [InlineData("poweredOn", Placement.Unknown)]
    [InlineData("poweredOff", Placement.Off)]
    [InlineData("suspended", Placement.Off)]
    [InlineData("", Placement.Unknown)]
    public void A_machine_is_off_or_not_known_to_be_anywhere(string state, Placement placement) =>
        Assert.Equal(placement, Parse(Machine().Text("runtime.powerState", state)).Placement);

    [Fact]
    public void The_host_tells_frequency_cluster_and_what_drs_does()
    {
        var machine = Parse(Machine().Reference("runtime.host", "HostSystem", "host-1"));
        Assert.Equal(("esx01", "host-1", 2_394_000_000, "prod", "domain-c1", "manual"), (machine.Host, machine.HostId, machine.HostHz?.Hertz, machine.Cluster, machine.ClusterId, machine.Drs));
        // A host that the account does not see is called by its id.
        Assert.Equal(["esx01", "esx02", "host-9"], machine.BoundTo);
    }

    [Fact]
    public void A_host_that_is_not_seen_is_still_told_by_its_id()
    {
        var machine = Parse(Machine().Reference("runtime.host", "HostSystem", "host-8"));
        Assert.Equal((null, "host-8", null, null), (machine.Host, machine.HostId, machine.HostHz, machine.Drs));
    }

    [Theory]
    [InlineData("2026-11-01T00:00:00Z", null, "2026-11-01T00:00:00Z")]
    [InlineData(null, "2026-11-02T00:00:00Z", "2026-11-02T00:00:00Z")]
    [InlineData("2026-11-01T00:00:00Z", "2026-11-02T00:00:00Z", "2026-11-01T00:00:00Z")]
    [InlineData(null, null, null)]
    public void The_boot_time_may_be_in_the_summary_only(string? runtime, string? summary, string? expected)
    {
        var machine = Machine();
        _ = runtime is null ? machine : machine.Value("runtime.bootTime", "xsd:dateTime", runtime);
        _ = summary is null ? machine : machine.Value("summary.runtime.bootTime", "xsd:dateTime", summary);
        Assert.Equal(expected, Parse(machine).BootTime?.ToString("yyyy-MM-ddTHH:mm:ssZ", System.Globalization.CultureInfo.InvariantCulture));
    }

    [Fact]
    public void Settings_are_found_whatever_their_case_and_called_by_their_usual_names()
    {
        var settings = Parse(Machine().Value("config.extraConfig", "ArrayOfOptionValue",
            Option("Monitor_Control.Virtual_RDTSC", "false") + Option("VMX.reboot.powercycle", "1") + Option("HYPERVISOR.CPUID.V0", "FALSE")
            + Option("timetracker.ApparentHz", "2593905000") + Option("monitor_control.pseudo_perfctr", "TRUE") + Option("monitor.some_TSC_key", "x")
            + Option("svga.present", "TRUE") + Option("guestinfo.tsc", "written by the guest"))).Settings;
        Assert.False(settings.VirtualRdtsc);
        Assert.True(settings.RebootPowerCycle);
        Assert.Equal(
            [("hypervisor.cpuid.v0", "FALSE"), ("monitor.some_TSC_key", "x"), ("monitor_control.pseudo_perfctr", "TRUE"), ("timeTracker.apparentHz", "2593905000")],
            settings.Other.OrderBy(pair => pair.Key, StringComparer.Ordinal).Select(pair => (pair.Key, pair.Value)));
        Assert.Equal("FALSE", settings.Other["Hypervisor.CPUID.v0"]);
    }

    [Fact]
    public void A_truth_that_is_none_is_shown_as_it_is()
    {
        var settings = Parse(Machine().Value("config.extraConfig", "ArrayOfOptionValue", Option("monitor_control.virtual_rdtsc", "maybe"))).Settings;
        Assert.Null(settings.VirtualRdtsc);
        Assert.Equal("maybe", settings.Other["monitor_control.virtual_rdtsc"]);
    }

    [Fact]
    public void Endless_values_and_keys_are_cut()
    {
        var settings = Parse(Machine().Value("config.extraConfig", "ArrayOfOptionValue",
            string.Concat(Enumerable.Range(0, 500).Select(i => Option($"tsc.{i}", new string('x', 100_000)))))).Settings;
        Assert.InRange(settings.Other.Count, 1, 100);
        Assert.All(settings.Other.Values, value => Assert.InRange(value.Length, 1, 300));
    }

    [Theory]
    [InlineData("-1", null)]
    [InlineData("0", 0L)]
    [InlineData("4000", 4000L)]
    public void A_limit_of_less_than_nothing_is_none(string limit, long? expected) =>
        Assert.Equal(expected, Parse(Machine().Number("config.cpuAllocation.limit", limit)).Settings.CpuLimitMhz);

    [Fact]
    public void A_restart_that_becomes_a_power_off_is_told() =>
        Assert.Equal("TRUE", Parse(Machine().Value("config.rebootPowerOff", "xsd:boolean", "true")).Settings.Other["rebootPowerOff"]);

    [Fact]
    public void Equal_settings_of_two_machines_are_one_object()
    {
        var option = Option("hypervisor.cpuid.v0", "FALSE");
        Assert.Same(
            Parse(Machine().Value("config.extraConfig", "ArrayOfOptionValue", option)).Settings.Other,
            Parse(Machine().Value("config.extraConfig", "ArrayOfOptionValue", option)).Settings.Other);
    }

    private static StubObject Machine() => new StubObject("VirtualMachine", "vm-7").Text("name", "DB01").Text("runtime.powerState", "poweredOn");

    private static VirtualMachineFacts Parse(StubObject machine) => Parser.Parse(Captured.Read(VirtualMachinePaths.Full(About), machine));

    private static string Option(string key, string value) =>
        $"""<OptionValue xsi:type="OptionValue"><key>{key}</key><value xsi:type="xsd:string">{value}</value></OptionValue>""";
}
