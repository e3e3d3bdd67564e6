namespace TimerProbe.VSphere.Tests.Inventory;

public sealed class VirtualMachineParserTests
{
    private static readonly AboutInfo About = new() { FullName = "", Version = "8.0.3", ApiVersion = "8.0.3.0", ApiType = "VirtualCenter" };

    private static readonly VirtualMachineParser Parser = new(Captured.Map(
        computeResources: [new StubObject("ClusterComputeResource", "domain-c1").Text("name", "prod").Value("configurationEx", "ClusterConfigInfoEx", """
            <drsConfig><enabled>true</enabled><defaultVmBehavior>manual</defaultVmBehavior></drsConfig>
            <rule xsi:type="ClusterVmHostRuleInfo"><enabled>true</enabled><vmGroupName>v</vmGroupName><affineHostGroupName>h</affineHostGroupName></rule>
            <rule xsi:type="ClusterVmHostRuleInfo"><enabled>true</enabled><mandatory>true</mandatory><vmGroupName>licensed</vmGroupName><affineHostGroupName>one</affineHostGroupName></rule>
            <group xsi:type="ClusterVmGroup"><name>licensed</name><vm type="VirtualMachine">vm-6</vm></group>
            <group xsi:type="ClusterHostGroup"><name>one</name><host type="HostSystem">host-2</host></group>
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
        Assert.Equal(("esx01", "host-1", 2_394_000_000, "prod", "domain-c1", "manual"),
            (machine.Host, machine.HostId, machine.HostHz?.Hertz, machine.Cluster, machine.ClusterId, machine.Drs));
        // A host that the account does not see is called by its id.
        Assert.Equal(["esx01", "esx02", "host-9"], machine.BoundTo);
    }

    [Theory]
    [InlineData("vm-6", "esx02")]
    [InlineData("vm-7", null)]
    public void A_rule_that_must_be_kept_names_its_hosts(string id, string? host) => Assert.Equal(
        host, Parse(new StubObject("VirtualMachine", id).Reference("runtime.host", "HostSystem", "host-1")).MustRunOn?.Single());

    [Fact]
    public void What_a_machine_tells_of_itself_is_kept()
    {
        var machine = Parse(Machine()
            .Text("config.uuid", "4222abcd-0000-4000-8000-000000000001").Text("config.instanceUuid", "5022abcd-0000-4000-8000-000000000001").Text("config.guestId", "windows2022srvNext_64Guest")
            .Text("guest.hostName", "db01.example.org").Text("config.version", "vmx-21").Text("config.latencySensitivity.level", "high").Number("config.hardware.numCPU", "8"));
        Assert.Equal(
            ("DB01", "vm-7", "4222abcd-0000-4000-8000-000000000001", "5022abcd-0000-4000-8000-000000000001", "poweredOn"),
            (machine.Name, machine.Id, machine.Uuid, machine.InstanceUuid, machine.PowerState));
        Assert.Equal(
            ("windows2022srvNext_64Guest", "db01.example.org", "vmx-21", "high", 8),
            (machine.GuestId, machine.GuestHostName, machine.Settings.HardwareVersion, machine.Settings.LatencySensitivity, machine.ProcessorCount));
    }

    [Fact]
    public void What_is_empty_or_not_reported_is_not_told()
    {
        var machine = Parse(new StubObject("VirtualMachine", "vm-8").Text("guest.hostName", "").Text("config.version", "").Text("config.latencySensitivity.level", ""));
        Assert.Equal(("vm-8", null, null, null), (machine.Name, machine.GuestHostName, machine.Settings.HardwareVersion, machine.Settings.LatencySensitivity));
        Assert.Equal((null, null, null, null), (machine.BoundTo, machine.MustRunOn, machine.FaultTolerance, machine.ProcessorCount));
        Assert.Equal((null, null, null), (machine.PowerState, machine.HostId, machine.GuestId));
        Assert.Empty(machine.Settings.Other);
        Assert.Equal("", Parse(With("<OptionValue><key>tsc.a</key></OptionValue>")).Settings.Other["tsc.a"]);
    }

    [Theory]
    [InlineData("0", null)]
    [InlineData("-1", null)]
    [InlineData("1", 1)]
    [InlineData("4096", 4096)]
    [InlineData("4097", null)]
    public void A_number_of_processors_is_one_that_can_be(string told, int? count) =>
        Assert.Equal(count, Parse(Machine().Number("config.hardware.numCPU", told)).ProcessorCount);

    [Theory]
    [InlineData("1", FaultToleranceRole.Primary)]
    [InlineData("2", FaultToleranceRole.Secondary)]
    [InlineData("3", FaultToleranceRole.Secondary)]
    public void The_first_of_a_fault_tolerance_pair_is_the_primary(string role, FaultToleranceRole told) =>
        Assert.Equal(told, Parse(Machine().Number("config.ftInfo.role", role)).FaultTolerance);

    [Theory]
    [InlineData("inaccessible", true)]
    [InlineData("invalid", true)]
    [InlineData("orphaned", true)]
    [InlineData("connected", false)]
    [InlineData("disconnected", false)]
    public void A_machine_without_its_files_is_lost(string state, bool isLost) =>
        Assert.Equal(isLost, VirtualMachineParser.IsLost(Captured.Read(VirtualMachinePaths.Remaining, Machine().Text("runtime.connectionState", state))));

    [Theory]
    [InlineData("group-v1", "host-1", "dc", "")]
    [InlineData("group-v9", "host-3", "dc", null)]
    [InlineData("group-v9", "host-4", null, null)]
    public void Where_its_folder_is_not_seen_the_host_tells_the_datacenter(string folder, string host, string? datacenter, string? path)
    {
        var map = Captured.Map(
            [
                new(new("Datacenter", "datacenter-1"), "dc", Parent: null), new(new("Folder", "group-v1"), "vm", new("Datacenter", "datacenter-1")),
                new(new("Folder", "group-h1"), "host", new("Datacenter", "datacenter-1")),
            ],
            [new StubObject("ComputeResource", "domain-s1").Reference("parent", "Folder", "group-h1")],
            [new StubObject("HostSystem", "host-3").Reference("parent", "ComputeResource", "domain-s1")]);
        var machine = Machine().Reference("parent", "Folder", folder).Reference("runtime.host", "HostSystem", host);
        var located = new VirtualMachineParser(map).GetLocation(Captured.Read(VirtualMachinePaths.Full(About, allSettings: true), machine));
        Assert.Equal((datacenter, path), (located.Datacenter, located.Folder));
    }

    [Fact]
    public void What_is_in_a_vApp_is_where_the_vApp_is()
    {
        var map = Captured.Map([
            new(new("Datacenter", "datacenter-1"), "dc", Parent: null), new(new("Folder", "group-v1"), "vm", new("Datacenter", "datacenter-1")),
            new(new("Folder", "group-v2"), "shop", new("Folder", "group-v1")), new(new("VirtualApp", "resgroup-v1"), "billing", new("Folder", "group-v2")),
        ]);
        var machine = Machine().Reference("parent", "Folder", "group-v1").Reference("parentVApp", "VirtualApp", "resgroup-v1");
        Assert.StartsWith("shop", new VirtualMachineParser(map)
            .GetLocation(Captured.Read(VirtualMachinePaths.Full(About, allSettings: true), machine)).Folder, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("", null)]
    [InlineData("guestinfo.timerprobe.check=", null)]
    [InlineData("guestinfo.timerprobe.check={}", "{}")]
    [InlineData("guestinfo.timerprobe.check={} guestinfo.timerprobe.check={}", "{}{}")]
    [InlineData("guestinfo.tsc={}", null)]
    public void What_its_guest_published_is_kept_as_written(string options, string? published)
    {
        var all = string.Concat(options.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(option => Option(option.Split('=')[0], option.Split('=')[1])));
        var machine = With(all + "<OptionValue/><OptionValue><key>guestinfo.timerprobe.check</key></OptionValue>");
        Assert.Equal(published, VirtualMachineParser.GetPublished(Captured.Read(VirtualMachinePaths.Full(About, allSettings: true), machine)));
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
        Assert.Equal(expected, VirtualMachineParser.GetBootTime(Captured.Read(VirtualMachinePaths.Outline, machine))?.ToString(
            "yyyy-MM-ddTHH:mm:ssZ", System.Globalization.CultureInfo.InvariantCulture));
    }

    [Fact]
    public void Settings_are_found_whatever_their_case_and_called_by_their_usual_names()
    {
        var settings = Parse(With(
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
        var settings = Parse(With(Option("monitor_control.virtual_rdtsc", "maybe"))).Settings;
        Assert.Null(settings.VirtualRdtsc);
        Assert.Equal("maybe", settings.Other["monitor_control.virtual_rdtsc"]);
    }

    [Fact]
    public void Endless_values_and_keys_are_cut()
    {
        var settings = Parse(With(string.Concat(Enumerable.Range(0, 500).Select(i => Option($"tsc.{i}", new string('x', 100_000)))))).Settings;
        Assert.Equal(50, settings.Other.Count);
        Assert.All(settings.Other.Values, value => Assert.Equal(new string('x', 200) + "…", value));
        Assert.Equal(new string('x', 200), Setting("tsc.x", new string('x', 200))["tsc.x"]);
    }

    [Theory]
    [InlineData("-1", null)]
    [InlineData("0", 0L)]
    [InlineData("4000", 4000L)]
    public void A_limit_of_less_than_nothing_is_none(string limit, long? expected) =>
        Assert.Equal(expected, Parse(Machine().Number("config.cpuAllocation.limit", limit)).Settings.CpuLimitMhz);

    [Theory]
    [InlineData("true", "TRUE")]
    [InlineData("false", null)]
    public void A_restart_that_becomes_a_power_off_is_told(string told, string? value) =>
        Assert.Equal(value, Parse(Machine().Value("config.rebootPowerOff", "xsd:boolean", told)).Settings.Other.GetValueOrDefault("rebootPowerOff"));

    [Fact]
    public void Equal_settings_of_two_machines_are_one_object()
    {
        var option = Option("hypervisor.cpuid.v0", "FALSE");
        Assert.Same(Parse(With(option)).Settings.Other, Parse(With(option)).Settings.Other);
    }

    [Fact]
    public void Settings_of_which_only_the_border_of_key_and_value_differs_are_not_equal()
    {
        Assert.Equal("b", Setting("tsc.a", "b")["tsc.a"]);
        Assert.Equal("", Setting("tsc.ab", "")["tsc.ab"]);
    }

    [Fact]
    public void Settings_without_end_are_not_kept_for_other_machines()
    {
        var parser = new SettingsParser(new TextPool());
        Assert.Same(Nth(1), Nth(1));
        foreach (var number in Enumerable.Range(2, 998))
        {
            _ = Nth(number);
        }

        Assert.Same(Nth(1_000), Nth(1_000));
        Assert.NotSame(Nth(1_001), Nth(1_001));

        IReadOnlyDictionary<string, string> Nth(int number) =>
            parser.Parse(Captured.Read(VirtualMachinePaths.Full(About, allSettings: true), With(Option($"tsc.{number}", "x")))).Other;
    }

    private static StubObject With(string options) => Machine().Value("config.extraConfig", "ArrayOfOptionValue", options);

    private static IReadOnlyDictionary<string, string> Setting(string key, string value) => Parse(With(Option(key, value))).Settings.Other;

    private static StubObject Machine() => new StubObject("VirtualMachine", "vm-7").Text("name", "DB01").Text("runtime.powerState", "poweredOn");

    private static VirtualMachineFacts Parse(StubObject machine) => Parser.Parse(Captured.Read(VirtualMachinePaths.Full(About, allSettings: true), machine));

    private static string Option(string key, string value) =>
        $"""<OptionValue xsi:type="OptionValue"><key>{key}</key><value xsi:type="xsd:string">{value}</value></OptionValue>""";
}
