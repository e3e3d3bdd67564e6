namespace TimerProbe.VSphere.Tests.Inventory;

public sealed class ParsedHostTests
{
    [Fact]
    public void The_brand_of_the_first_processor_is_the_model() => Assert.Equal(
        "Intel(R) Xeon(R) Gold 6142 CPU @ 2.60GHz",
        Parse(Host().Text("summary.hardware.cpuModel", "another").Value("hardware.cpuPkg", "ArrayOfHostCpuPackage", """
            <HostCpuPackage><index>0</index><description>Intel(R) Xeon(R) Gold 6142 CPU @ 2.60GHz   </description><threadId>0</threadId></HostCpuPackage>
            <HostCpuPackage><index>1</index><description>Intel(R) Xeon(R) Gold 6142 CPU @ 2.60GHz   </description></HostCpuPackage>
            """)).CpuModel);

    [Theory]
    [InlineData("0000:0000:0000:0101:0000:0110:0101:0100", 6, 0x55)]
    [InlineData("0000:0000:1010:0000:0000:1111:0001:0001", 0x19, 0x01)]
    [InlineData("0000:0000:0000:0101:0000:0110:0101:01xx", null, null)]
    [InlineData("0101:0000:0110:0101:0100", null, null)]
    public void Family_and_model_are_those_of_CPUID_level_1(string eax, int? family, int? model)
    {
        var host = Parse(Host()
            .Text("summary.hardware.vendor", "VMware, Inc. ")
            .Value("hardware.cpuPkg", "ArrayOfHostCpuPackage", "<HostCpuPackage><index>0</index><vendor>intel</vendor></HostCpuPackage>")
            .Value("hardware.cpuFeature", "ArrayOfHostCpuIdInfo", $"""
                <HostCpuIdInfo><level>0</level><eax>0000:0000:0000:0000:0000:0000:0001:0110</eax></HostCpuIdInfo>
                <HostCpuIdInfo><level>1</level><eax>{eax}</eax><ebx>0000:0000:0000:0001:0000:1000:0000:0000</ebx></HostCpuIdInfo>
                """));
        Assert.Equal(("intel", family, model, "VMware, Inc."), (host.CpuVendor, host.CpuFamily, host.CpuModelNumber, host.HardwareVendor));
    }

    [Fact]
    public void Without_CPUID_level_1_no_family_is_known() => Assert.Null(Parse(Host().Value(
        "hardware.cpuFeature", "ArrayOfHostCpuIdInfo", "<HostCpuIdInfo><level>0</level><eax>0</eax></HostCpuIdInfo>")).CpuFamily);

    [Theory]
    [InlineData("amd", 2_500_000_000L)]
    [InlineData("arm", null)]
    [InlineData("ARM", null)]
    public void A_host_without_a_TSC_has_no_frequency_of_one(string vendor, long? hz) => Assert.Equal(hz, Parse(Host()
        .Value("hardware.cpuPkg", "ArrayOfHostCpuPackage", $"<HostCpuPackage><index>0</index><vendor>{vendor}</vendor></HostCpuPackage>")
        .Number("hardware.cpuInfo.hz", "2500000000")).Hz?.Hertz);

    [Fact]
    public void Without_packages_the_summary_tells_the_model() =>
        Assert.Equal("AMD EPYC 7413", Parse(Host().Text("summary.hardware.cpuModel", "AMD EPYC 7413 ")).CpuModel);

    [Theory]
    [InlineData("2593905000", 2_593_905_000L)]
    [InlineData("0", null)]
    [InlineData("-1", null)]
    [InlineData("much", null)]
    [InlineData("999999", null)]
    [InlineData("1000000", 1_000_000L)]
    [InlineData("100000000000", 100_000_000_000L)]
    [InlineData("100000000001", null)]
    public void A_frequency_is_one_that_can_be(string hz, long? expected) => Assert.Equal(expected, Parse(Host().Number("hardware.cpuInfo.hz", hz)).Hz?.Hertz);

    [Theory]
    [InlineData("2394", "40", "40000", 95_760_000_000L, 40_000_000_000L)]
    [InlineData("2394", "40", "0", 95_760_000_000L, 0L)]
    [InlineData("2394", null, "-1", null, null)]
    [InlineData("0", "40", null, null, null)]
    [InlineData("2394", "0", null, null, null)]
    [InlineData(null, "40", null, null, null)]
    [InlineData("1", "1", "409600000", 1_000_000L, 409_600_000_000_000L)]
    [InlineData("100000", "4096", "409600001", 409_600_000_000_000L, null)]
    [InlineData("100001", "1", null, null, null)]
    [InlineData("1", "4097", null, null, null)]
    public void What_a_host_can_do_and_does_is_in_hertz(string? mhz, string? cores, string? used, long? capacity, long? usage)
    {
        var told = Host();
        foreach (var (path, value) in new[] { ("summary.hardware.cpuMhz", mhz), ("summary.hardware.numCpuCores", cores), ("summary.quickStats.overallCpuUsage", used) })
        {
            told = value is null ? told : told.Number(path, value);
        }

        var host = Parse(told);
        Assert.Equal((capacity, usage), (host.CpuCapacityHz?.Hertz, host.CpuUsageHz?.Hertz));
    }

    [Fact]
    public void What_a_host_tells_of_itself_is_kept()
    {
        var host = Parse(Host()
            .Text("summary.hardware.model", "PowerEdge R740").Text("config.product.version", "8.0.3").Text("config.product.build", "24022510")
            .Text("hardware.cpuPowerManagementInfo.currentPolicy", " Balanced ").Text("runtime.connectionState", "connected").Text("summary.currentEVCModeKey", "intel-skylake")
            .Value("runtime.inMaintenanceMode", "xsd:boolean", "true").Value("runtime.bootTime", "xsd:dateTime", "2026-11-01T00:00:00Z"));
        Assert.Equal(
            ("PowerEdge R740", "8.0.3", "24022510", "Balanced", "connected", "intel-skylake", true, new DateTimeOffset(2026, 11, 1, 0, 0, 0, TimeSpan.Zero)),
            (host.HardwareModel, host.Version, host.Build, host.PowerPolicy, host.ConnectionState, host.EvcMode, host.InMaintenanceMode, host.BootTime));
    }

    [Fact]
    public void A_host_that_tells_nothing_has_its_id_for_a_name()
    {
        var host = Parse(new StubObject("HostSystem", "host-1"));
        Assert.Equal(("host-1", "host-1"), (host.Name, host.Id));
        Assert.Empty(host.KernelOptions);
        Assert.Equal((null, null, null, null), (host.Hz, host.CpuModel, host.ConnectionState, host.InMaintenanceMode));
    }

    [Fact]
    public void Kernel_options_about_the_tsc_are_kept_whatever_their_value()
    {
        var host = Host().Options("config.option",
            ("VMkernel.Boot.timerForceTSC", "true"), ("VMkernel.Boot.tscSyncSkip", "false"), ("VMkernel.Boot.timerEnableTSC", "true"), ("Misc.LogPort", "1"));
        Assert.Equal(
            [("VMkernel.Boot.timerForceTSC", "true"), ("VMkernel.Boot.tscSyncSkip", "false")],
            Parse(host).KernelOptions.Select(option => (option.Key, option.Value)));
        Assert.Equal(["vmkernel.boot.TSCSYNCSKIP"], Parse(Host().Options("config.option", ("vmkernel.boot.TSCSYNCSKIP", "true"))).KernelOptions.Keys);
    }

    [Fact]
    public void A_host_has_the_cluster_it_is_in()
    {
        var map = Captured.Map(
            [new(new("Datacenter", "datacenter-1"), "dc", Parent: null), new(new("Folder", "group-h1"), "host", new("Datacenter", "datacenter-1"))],
            [
                new StubObject("ClusterComputeResource", "domain-c1").Text("name", "prod %2f 1").Reference("parent", "Folder", "group-h1"),
                new StubObject("ComputeResource", "domain-s1").Text("name", "alone").Reference("parent", "Folder", "group-h1"),
            ],
            [
                new StubObject("HostSystem", "host-2").Text("name", "b").Reference("parent", "ComputeResource", "domain-s1"),
                new StubObject("HostSystem", "host-1").Text("name", "a").Reference("parent", "ClusterComputeResource", "domain-c1"),
            ]);
        Assert.Equal(
            [("a", "prod / 1", "domain-c1", "dc"), ("b", null, null, "dc")],
            map.Hosts.Select(host => (host.Name, host.Cluster, host.ClusterId, host.Datacenter)));
        Assert.Equal(("prod / 1", "dc"), (map.Clusters.Single().Name, map.Clusters.Single().Datacenter));
        Assert.Equal("off", map.Drs("host-2").GetAutomation("vm-1"));
        Assert.Null(map.Drs("host-1").GetAutomation("vm-1"));
        Assert.Null(map.Drs("host-3").GetAutomation("vm-1"));
    }

    private static StubObject Host() => new StubObject("HostSystem", "host-1").Text("name", "esx01");

    private static HostFacts Parse(StubObject host) => ParsedHost.Parse(Captured.Read(ParsedHost.Spec, host)).Facts;

    [Theory]
    [InlineData(null, null, null, true)]
    [InlineData("false", "none", null, true)]
    [InlineData("true", "none", "quarantine", false)]
    [InlineData(null, "in", "standby", false)]
    [InlineData(null, "entering", "standby", false)]
    [InlineData(null, "exiting", "standby", false)]
    public void A_host_in_quarantine_or_standby_takes_no_machines(string? quarantine, string? standby, string? mode, bool takes)
    {
        var reported = Host();
        reported = quarantine is null ? reported : reported.Value("runtime.inQuarantineMode", "xsd:boolean", quarantine);
        var host = Parse(standby is null ? reported : reported.Text("runtime.standbyMode", standby));
        Assert.Equal((mode, takes), (host.HeldBack, host.TakesMachines));
    }
}
