namespace TimerProbe.VSphere.Tests;

public sealed class ValueTests : StubServerTest
{
    [Fact]
    public async Task Simple_values_are_read_as_what_they_are()
    {
        var machine = await ReadAsync(
            [],
            StubObject.Property("hz", "xsd:long", "2593905000")
            + StubObject.Property("template", "xsd:boolean", "true")
            + StubObject.Property("runtime.bootTime", "xsd:dateTime", "2026-11-20T22:00:00.123456+02:00")
            + """<propSet><name>runtime.host</name><val type="HostSystem" xsi:type="ManagedObjectReference">host-12</val></propSet>"""
            + StubObject.Property("unset", "xsd:string", ""));
        Assert.Equal(2_593_905_000, machine.Number("hz"));
        Assert.True(machine.Boolean("template"));
        Assert.Equal(new DateTimeOffset(2026, 11, 20, 20, 0, 0, TimeSpan.Zero).AddTicks(1_234_560), machine.Time("runtime.bootTime"));
        Assert.Equal(new ManagedObjectReference("HostSystem", "host-12"), machine.Reference("runtime.host"));
        Assert.Equal("", machine.Text("unset"));
        Assert.Null(machine.Text("absent"));
        Assert.Null(machine.Number("template"));
        Assert.Null(machine.Boolean("hz"));
        Assert.Null(machine.Reference("hz"));
        Assert.Empty(machine.References("absent"));
    }

    [Fact]
    public async Task Only_the_wanted_options_are_kept()
    {
        var options = string.Concat(Enumerable.Range(0, 100).Select(i => Option($"other.{i}", "x"))) + Option("monitor_control.virtual_rdtsc", "FALSE") + Option("timeTracker.forceMonotonicTTAT", "TRUE");
        var machine = await ReadAsync(
            [PropertyPath.Options("config.extraConfig", key => key.StartsWith("timeTracker.", StringComparison.Ordinal) || key == "monitor_control.virtual_rdtsc")],
            $"""<propSet><name>config.extraConfig</name><val xsi:type="ArrayOfOptionValue">{options}</val></propSet>""" + StubObject.Property("name", "xsd:string", "after"));
        Assert.Equal(
            [("monitor_control.virtual_rdtsc", "FALSE"), ("timeTracker.forceMonotonicTTAT", "TRUE")],
            machine["config.extraConfig"]!.Members.Select(option => (option["key"]!.Text, option["value"]!.Text)));
        Assert.Equal("after", machine.Text("name"));
    }

    [Fact]
    public async Task Only_the_wanted_members_of_each_element_are_kept()
    {
        const string package = """<HostCpuPackage xsi:type="HostCpuPackage"><index>0</index><vendor>intel</vendor><hz>2593905000</hz><threadId>0</threadId><threadId>1</threadId><cpuFeature><level>0</level><eax>0000</eax></cpuFeature></HostCpuPackage>""";
        var host = await ReadAsync(
            [PropertyPath.Only("hardware.cpuPkg", "hz", "vendor")],
            $"""<propSet><name>hardware.cpuPkg</name><val xsi:type="ArrayOfHostCpuPackage">{package}{package}</val></propSet>""");
        var packages = host["hardware.cpuPkg"]!.Members;
        Assert.Equal(2, packages.Count);
        Assert.All(packages, one => Assert.Equal(["vendor", "hz"], one.Members.Select(member => member.Name)));
    }

    [Fact]
    public async Task Only_the_wanted_members_of_an_object_are_kept_whole()
    {
        var cluster = await ReadAsync(
            [PropertyPath.Only("configurationEx", "drsConfig", "rule")],
            """
            <propSet><name>configurationEx</name><val xsi:type="ClusterConfigInfoEx">
              <dasConfig><enabled>true</enabled></dasConfig>
              <drsConfig><enabled>true</enabled><defaultVmBehavior>fullyAutomated</defaultVmBehavior></drsConfig>
              <rule xsi:type="ClusterAntiAffinityRuleSpec"><key>1</key><vm type="VirtualMachine">vm-1</vm><vm type="VirtualMachine">vm-2</vm></rule>
              <rule xsi:type="ClusterVmHostRuleInfo"><key>2</key><mandatory>true</mandatory></rule>
            </val></propSet>
            """);
        var value = cluster["configurationEx"]!;
        Assert.Equal("ClusterConfigInfoEx", value.Type);
        Assert.Equal(["drsConfig", "rule", "rule"], value.Members.Select(member => member.Name));
        Assert.Equal("fullyAutomated", value["drsConfig"]?["defaultVmBehavior"]?.Text);
        Assert.Equal(["ClusterAntiAffinityRuleSpec", "ClusterVmHostRuleInfo"], value.Members.Skip(1).Select(rule => rule.Type));
        Assert.Equal(["vm-1", "vm-2"], value["rule"]!.AsReferences().Select(vm => vm.Value));
    }

    [Theory]
    [InlineData("<script>alert(1)</script>")]
    [InlineData("\"quotes\" & 'apostrophes' ]]>")]
    [InlineData("bell \u0007 and escape \u001b[31m")]
    public async Task Hostile_names_stay_the_text_they_are(string name)
    {
        var escaped = string.Concat(name.Select(c => c is < ' ' or '<' or '>' or '&' or '"' ? $"&#{(int)c};" : c.ToString()));
        Assert.Equal(name, (await ReadAsync([], StubObject.Property("name", "xsd:string", escaped))).Text("name"));
    }

    [Fact]
    public async Task A_name_in_pieces_is_one_name() =>
        Assert.Equal("a<b>c", (await ReadAsync([], StubObject.Property("name", "xsd:string", "a<![CDATA[<b>]]>c<!-- not this -->"))).Text("name"));

    [Fact]
    public async Task A_value_of_too_many_elements_is_refused()
    {
        Server.On("RetrievePropertiesEx", _ => StubAnswer.Xml(
            $"""<returnval><objects><obj type="HostSystem">host-1</obj><propSet><name>x</name><val>{string.Concat(Enumerable.Repeat("<a/>", 101))}</val></propSet></objects></returnval>"""));
        await using var session = await Server.ConnectAsync(Server.Options with { Limits = new SoapAnswerLimits { Items = 100 } });
        var error = await Assert.ThrowsAsync<VSphereException>(() => new PropertyReader(session).ReadObjectAsync(new("HostSystem", "host-1"), ["x"], Cancel));
        Assert.Equal(VSphereErrorKind.AnswerTooLarge, error.Kind);
    }

    private static string Option(string key, string value) =>
        $"""<OptionValue xsi:type="OptionValue"><key>{key}</key><value xsi:type="xsd:string">{value}</value></OptionValue>""";

    private async Task<ObjectContent> ReadAsync(IReadOnlyList<PropertyPath> paths, string properties)
    {
        Server.On("RetrievePropertiesEx", _ => StubAnswer.Xml($"""<returnval><objects><obj type="VirtualMachine">vm-1</obj>{properties}</objects></returnval>"""));
        await using var session = await Server.ConnectAsync();
        return (await new PropertyReader(session).ReadObjectAsync(new("VirtualMachine", "vm-1"), paths, Cancel))!;
    }
}
