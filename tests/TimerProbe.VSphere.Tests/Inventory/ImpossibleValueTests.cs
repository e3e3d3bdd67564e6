namespace TimerProbe.VSphere.Tests.Inventory;

/// <summary>Values that cannot be are a problem of the reading, with its place; the rest is read.</summary>
public sealed class ImpossibleValueTests : StubServerTest
{
    [Theory]
    [InlineData("0001-01-01T00:00:00Z")]
    [InlineData("9999-12-31T23:59:59.9999999Z")]
    [InlineData("1970-01-01T00:00:00Z")]
    [InlineData("yesterday")]
    public async Task A_boot_time_that_cannot_be_is_unknown_and_said(string time)
    {
        var vcenter = await ReadAsync(fleet => fleet["vm-1"].Value("runtime.bootTime", "xsd:dateTime", time));
        Assert.Equal([null, Boot], vcenter.VirtualMachines.Select(machine => machine.BootTime));
        Assert.Equal(["1 invalid time was left out: runtime.bootTime of vm-1"], vcenter.Problems);
        Assert.Equal(ReadStatus.Partial, vcenter.Status);
    }

    [Fact]
    public async Task An_object_that_does_not_say_which_it_is_is_left_out_and_said()
    {
        var vcenter = await ReadAsync((_, server) =>
        {
            var usual = server.Answer("RetrievePropertiesEx");
            server.On("RetrievePropertiesEx", request => request.Text("type") == "VirtualMachine"
                ? usual(request).Edited(xml => xml.Replace("<returnval>", """<returnval><objects><propSet><name>name</name><val xsi:type="xsd:string">nobody</val></propSet></objects><objects/>""", StringComparison.Ordinal))
                : usual(request));
        });
        Assert.Equal(2, vcenter.VirtualMachines.Count);
        Assert.Equal(["2 objects without a reference were left out, the first: nobody"], vcenter.Problems);
    }

    [Theory]
    [InlineData("host-&#x1B;[31m")]
    [InlineData("host-&#0;")]
    [InlineData("host-&#xD800;")]
    [InlineData("host-&#xFFFF;")]
    public async Task A_reference_that_could_not_be_sent_back_is_left_out_and_said(string reference)
    {
        var vcenter = await ReadAsync(fleet => fleet["vm-2"].Reference("runtime.host", "HostSystem", reference));
        Assert.Equal(["esx01", null], vcenter.VirtualMachines.Select(machine => machine.Host));
        Assert.Equal(["1 reference that could not be sent back was left out: runtime.host of vm-2"], vcenter.Problems);
    }

    [Fact]
    public async Task A_view_whose_reference_cannot_be_sent_back_is_no_view()
    {
        _ = new StubFleet(Server).WithCluster(1);
        Server.On("CreateContainerView", _ => StubAnswer.Xml("""<returnval type="ContainerView">view&#x1B;</returnval>"""));
        var error = await Assert.ThrowsAsync<VSphereException>(() => ReadInventoryAsync());
        Assert.Equal(VSphereErrorKind.BadAnswer, error.Kind);
        Assert.EndsWith("its reference cannot be sent back", error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("9223372036854775807")]
    [InlineData("99999999999999999999999")]
    [InlineData("many")]
    public async Task A_performance_figure_that_cannot_be_is_missing_and_said(string sample)
    {
        var fleet = new StubFleet(Server).WithCluster(1);
        fleet.Add("PerformanceManager", "PerfMgr", "PerfMgr").Value("perfCounter", "ArrayOfPerfCounterInfo",
            """<PerfCounterInfo xsi:type="PerfCounterInfo"><key>6</key><nameInfo><key>ready</key></nameInfo><groupInfo><key>cpu</key></groupInfo><rollupType>summation</rollupType></PerfCounterInfo>""");
        Server.On("QueryOptions", _ => StubAnswer.Empty);
        Server.On("QueryPerf", _ => StubAnswer.Xml(
            $"""<returnval xsi:type="PerfEntityMetricCSV"><entity type="VirtualMachine">vm-1</entity><value xsi:type="PerfMetricSeriesCSV"><id><counterId>6</counterId><instance></instance></id><value>{sample},{sample},4000</value></value></returnval>"""));
        var vcenter = (await ReadInventoryAsync(new InventoryOptions { Performance = true })).VCenter;
        Assert.Equal(10, Assert.Single(vcenter.VirtualMachines).Pressure!.ReadyPercent);
        Assert.Equal(["2 invalid performance figures were left out, the first: performance of vm-1"], vcenter.Problems);
    }

    [Theory]
    [InlineData("vm-1", "config.hardware.numCPU", "4096", "4097")]
    [InlineData("vm-1", "config.hardware.memoryMB", "8589934592", "8589934593")]
    [InlineData("vm-1", "config.cpuAllocation.limit", "-1", "9007199254740993")]
    [InlineData("vm-1", "config.cpuAllocation.limit", "409600000", "409600001")]
    [InlineData("host-1", "summary.hardware.numCpuCores", "4096", "4097")]
    [InlineData("host-1", "summary.hardware.cpuMhz", "100000", "100001")]
    [InlineData("host-1", "summary.hardware.memorySize", "9007199254740992", "9007199254740993")]
    [InlineData("host-1", "summary.quickStats.overallMemoryUsage", "8589934592", "8589934593")]
    [InlineData("host-1", "summary.quickStats.overallCpuUsage", "409600000", "-2")]
    [InlineData("host-1", "summary.quickStats.overallCpuUsage", "0", "many")]
    public async Task A_number_that_no_machine_or_host_has_is_unknown_and_said_and_what_is_taken_a_document_holds(
        string id, string path, string most, string beyond)
    {
        var taken = await ReadAsync(fleet => fleet[id].Number(path, most));
        Assert.Empty(taken.Problems);
        Assert.NotNull(DocumentJson.Read<ScanDocument>(DocumentJson.Write(Document(taken))));

        var refused = await ReadAsync(fleet => fleet[id].Number(path, beyond));
        Assert.Equal([$"1 impossible number was left out: {path} of {id}"], refused.Problems);
        Assert.Equal(ReadStatus.Partial, refused.Status);
        Assert.NotNull(DocumentJson.Read<ScanDocument>(DocumentJson.Write(Document(refused))));
    }

    [Fact]
    public async Task Rules_without_number_are_not_read_and_said()
    {
        var vcenter = await ReadAsync(fleet => fleet["domain-c1"].Value("configurationEx", "ClusterConfigInfoEx",
            $"<drsConfig><enabled>true</enabled></drsConfig>{string.Concat(Enumerable.Repeat("<rule xsi:type=\"ClusterAffinityRuleSpec\"><enabled>true</enabled></rule>", 5_001))}"));
        Assert.Equal(["1 cluster with more DRS rules, groups or members of one than are read, so that none is: prod"], vcenter.Problems);
        Assert.Equal(ReadStatus.Partial, vcenter.Status);
    }

    [Fact]
    public async Task A_text_without_end_is_cut_and_said()
    {
        var vcenter = await ReadAsync(fleet => fleet["vm-1"].Text("guest.hostName", new string('x', 1_000_000)));
        Assert.Equal(16_384, vcenter.VirtualMachines[0].GuestHostName!.Length);
        Assert.Equal(["1 end of a text that was too long was left out: guest.hostName of vm-1"], vcenter.Problems);
    }

    [Fact]
    public async Task Text_that_is_no_Unicode_is_made_so_where_it_is_read()
    {
        var vcenter = await ReadAsync(fleet => fleet["vm-1"].Text("name", "a&#xD800;b&#xFFFF;c&#0;d&#x1F600;"));
        Assert.Equal("a\uFFFDb\uFFFDc\uFFFDd\U0001F600", vcenter.VirtualMachines[1].Name);
    }

    private static ScanDocument Document(VCenterFacts vcenter) => new()
    {
        Id = Guid.Empty,
        Tool = new ToolInfo("1.0.0"),
        StartedAt = new DateTimeOffset(2026, 11, 20, 0, 0, 0, TimeSpan.Zero),
        TolerancePpm = FrequencyRules.DefaultTolerance,
        VCenters = [vcenter],
        Findings = [],
        Timing = new ScanTiming(0, 0, []),
    };

    private Task<VCenterFacts> ReadAsync(Action<StubFleet> change) => ReadAsync((fleet, _) => change(fleet));

    private async Task<VCenterFacts> ReadAsync(Action<StubFleet, StubServer> change)
    {
        var fleet = new StubFleet(Server).WithCluster(2);
        change(fleet, Server);
        return (await ReadInventoryAsync()).VCenter;
    }
}
