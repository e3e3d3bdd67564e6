namespace TimerProbe.VSphere.Tests.Inventory;

public sealed class DrsPlanTests
{
    private const string Groups = """
        <group xsi:type="ClusterVmGroup"><name>sql</name><vm type="VirtualMachine">vm-1</vm><vm type="VirtualMachine">vm-2</vm></group>
        <group xsi:type="ClusterVmGroup"><name>web</name><vm type="VirtualMachine">vm-2</vm></group>
        <group xsi:type="ClusterHostGroup"><name>fast</name><host type="HostSystem">host-1</host><host type="HostSystem">host-2</host></group>
        <group xsi:type="ClusterHostGroup"><name>old</name><host type="HostSystem">host-2</host></group>
        """;

    [Theory]
    [InlineData("<enabled>true</enabled><defaultVmBehavior>fullyAutomated</defaultVmBehavior>", "fullyAutomated")]
    [InlineData("<enabled>true</enabled><defaultVmBehavior>partiallyAutomated</defaultVmBehavior>", "partiallyAutomated")]
    [InlineData("<enabled>false</enabled><defaultVmBehavior>fullyAutomated</defaultVmBehavior>", "off")]
    [InlineData("<defaultVmBehavior>manual</defaultVmBehavior>", null)]
    [InlineData("", null)]
    public void The_automation_is_that_of_the_cluster(string drs, string? automation) => Assert.Equal(automation, Plan(drs).Automation);

    [Theory]
    [InlineData("vm-1", "manual")]
    [InlineData("vm-2", "off")]
    [InlineData("vm-3", "fullyAutomated")]
    [InlineData("vm-4", "partiallyAutomated")]
    [InlineData("vm-5", "fullyAutomated")]
    [InlineData("vm-6", "fullyAutomated")]
    [InlineData("", "fullyAutomated")]
    public void A_machine_may_have_an_automation_of_its_own(string machine, string automation)
    {
        const string own = """
            <drsVmConfig><key type="VirtualMachine">vm-1</key><enabled>true</enabled><behavior>manual</behavior></drsVmConfig>
            <drsVmConfig><key type="VirtualMachine">vm-2</key><enabled>false</enabled><behavior>manual</behavior></drsVmConfig>
            <drsVmConfig><key type="VirtualMachine">vm-4</key><behavior>partiallyAutomated</behavior></drsVmConfig>
            <drsVmConfig><key type="VirtualMachine">vm-5</key><enabled>true</enabled></drsVmConfig>
            <drsVmConfig><key type="VirtualMachine">vm-6</key><behavior></behavior></drsVmConfig>
            <drsVmConfig><key type="VirtualMachine"></key><behavior>manual</behavior></drsVmConfig>
            """;
        Assert.Equal(automation, Plan("<enabled>true</enabled><defaultVmBehavior>fullyAutomated</defaultVmBehavior>", own).GetAutomation(machine));
        Assert.Equal("fullyAutomated", Plan("<enabled>true</enabled><enableVmBehaviorOverrides>false</enableVmBehaviorOverrides><defaultVmBehavior>fullyAutomated</defaultVmBehavior>", own).GetAutomation(machine));
        Assert.Equal("off", Plan("<enabled>false</enabled>", own).GetAutomation(machine));
    }

    [Theory]
    [InlineData("fast", null, "host-1 host-2")]
    [InlineData(null, "old", "host-1 host-3")]
    [InlineData("fast", "old", "host-1")]
    public void A_rule_keeps_its_machines_on_its_hosts_or_on_the_others_of_the_cluster(string? affine, string? antiAffine, string hosts)
    {
        var plan = Plan("<enabled>true</enabled>", Groups + Rule("sql", affine, antiAffine));
        Assert.Equal(hosts, string.Join(' ', plan.AllowedHosts["vm-1"].Order()));
        Assert.Equal(["vm-1", "vm-2"], plan.AllowedHosts.Keys.Order());
    }

    [Fact]
    public void Only_a_rule_that_must_be_kept_ties_a_machine()
    {
        var should = Rule("sql", affine: "fast");
        Assert.Empty(Plan("<enabled>true</enabled>", Groups + should).RequiredHosts);
        var must = should.Replace("<enabled>", "<mandatory>true</mandatory><enabled>", StringComparison.Ordinal);
        Assert.Equal(["host-1", "host-2"], Plan("<enabled>false</enabled>", Groups + must).RequiredHosts["vm-1"].Order());
    }

    [Fact]
    public void Several_rules_hold_together()
    {
        var plan = Plan("<enabled>true</enabled>", Groups + Rule("sql", affine: "fast") + Rule("web", antiAffine: "old"));
        Assert.Equal(["host-1", "host-2"], plan.AllowedHosts["vm-1"].Order());
        Assert.Equal(["host-1"], plan.AllowedHosts["vm-2"]);
    }

    [Fact]
    public void A_rule_that_is_off_or_of_another_kind_or_whose_group_is_gone_binds_nothing()
    {
        Assert.Empty(Plan("<enabled>true</enabled>", Groups + Rule("sql", affine: "fast", enabled: "false")).AllowedHosts);
        Assert.Empty(Plan("<enabled>true</enabled>", Groups + Rule("sql", affine: "gone")).AllowedHosts);
        Assert.Empty(Plan("<enabled>true</enabled>", Groups + Rule("gone", affine: "fast")).AllowedHosts);
        Assert.Empty(Plan("<enabled>true</enabled>", Groups + Rule("", affine: "fast")).AllowedHosts);
        Assert.Empty(Plan("<enabled>true</enabled>", Groups + Rule("sql")).AllowedHosts);
        Assert.Empty(Plan("<enabled>true</enabled>", Groups + Rule("fast", affine: "sql")).AllowedHosts);
        Assert.Empty(Plan("<enabled>true</enabled>", Groups + Rule("sql", affine: "fast").Replace("ClusterVmHostRuleInfo", "ClusterAffinityRuleSpec", StringComparison.Ordinal)).AllowedHosts);
    }

    [Theory]
    [InlineData("ClusterAntiAffinityRuleSpec", VmVmRuleKind.AntiAffinity)]
    [InlineData("ClusterAffinityRuleSpec", VmVmRuleKind.Affinity)]
    public void Rules_between_machines_are_read_also_where_drs_is_off(string type, VmVmRuleKind kind)
    {
        var rule = Assert.Single(Plan("<enabled>false</enabled>", Between(type, "true", "vm-1", "vm-2")).VmRules);
        Assert.Equal(("replicas / a", kind), (rule.Name, rule.Kind));
        Assert.Equal(["vm-1", "vm-2"], rule.VirtualMachines);
        Assert.Empty(Plan("<enabled>true</enabled>", Between(type, "false", "vm-1", "vm-2")).VmRules);
        Assert.Empty(Plan("<enabled>true</enabled>", Between(type, "true", "vm-1", "vm-1")).VmRules);
        Assert.Empty(Plan("<enabled>true</enabled>", Between(type, "true", "vm-1", "")).VmRules);
        Assert.Equal("", Assert.Single(Plan("<enabled>true</enabled>", Between(type, "true", "vm-1", "vm-2").Replace("name>", "label>", StringComparison.Ordinal)).VmRules).Name);
    }

    [Theory]
    [InlineData("ClusterComputeResource", true, null)]
    [InlineData("ComputeResource", true, "off")]
    [InlineData("ComputeResource", false, null)]
    public void What_is_no_cluster_has_no_drs_as_far_as_a_vCenter_tells(string type, bool isVirtualCenter, string? automation)
    {
        var told = ComputeResource.Parse(Captured.Read(ComputeResource.Spec, new StubObject(type, "domain-c1")), isVirtualCenter);
        Assert.Equal(("domain-c1", automation), (told.Name, told.Drs.Automation));
    }

    [Theory]
    [InlineData("true", 2)]
    [InlineData("false", 0)]
    public void Without_drs_only_a_rule_that_must_be_kept_is_kept(string mandatory, int bound) =>
        Assert.Equal(bound, Plan("<enabled>false</enabled>", Groups + Rule("sql", affine: "fast", mandatory: mandatory)).AllowedHosts.Count);

    private static string Between(string type, string enabled, params string[] machines) =>
        $"""<rule xsi:type="{type}"><key>1</key><enabled>{enabled}</enabled><name>replicas %2f a</name>"""
        + string.Concat(machines.Select(id => $"""<vm type="VirtualMachine" xsi:type="ManagedObjectReference">{id}</vm>""")) + "</rule>";

    private static string Rule(string machines, string? affine = null, string? antiAffine = null, string enabled = "true", string mandatory = "false") =>
        $"""<rule xsi:type="ClusterVmHostRuleInfo"><key>1</key><enabled>{enabled}</enabled><name>r</name><mandatory>{mandatory}</mandatory><vmGroupName>{machines}</vmGroupName>"""
        + (affine is null ? "" : $"<affineHostGroupName>{affine}</affineHostGroupName>")
        + (antiAffine is null ? "" : $"<antiAffineHostGroupName>{antiAffine}</antiAffineHostGroupName>")
        + "</rule>";

    [Theory]
    [InlineData(5_000, 5_000, 19_998, false)]
    [InlineData(5_001, 1, 1, true)]
    [InlineData(1, 5_001, 1, true)]
    [InlineData(1, 1, 20_001, true)]
    public void Rules_and_groups_are_read_up_to_a_bound_and_beyond_it_none_is(int rules, int groups, int members, bool hasTooMany)
    {
        var all = string.Concat(Enumerable.Range(0, groups).Select(i => $"""<group xsi:type="ClusterVmGroup"><name>g{i}</name><vm type="VirtualMachine">vm-{i}</vm></group>"""))
            + """<group xsi:type="ClusterHostGroup"><name>fast</name><host type="HostSystem">host-1</host></group>""";
        all = groups == 5_000 ? all.Replace("""<group xsi:type="ClusterVmGroup"><name>g4999</name><vm type="VirtualMachine">vm-4999</vm></group>""", "", StringComparison.Ordinal) : all;
        var plan = Plan("<enabled>true</enabled>", all
            + string.Concat(Enumerable.Range(0, rules - 1).Select(i => Rule($"g{i}", affine: "fast")))
            + $"""<rule xsi:type="ClusterAffinityRuleSpec"><enabled>true</enabled><name>large</name>{string.Concat(Enumerable.Range(0, members).Select(i => $"""<vm type="VirtualMachine">vm-{i}</vm>"""))}</rule>""");
        Assert.Equal(hasTooMany, plan.HasTooMany);
        Assert.Equal(hasTooMany ? 0 : 4_999, plan.AllowedHosts.Count);
        Assert.Equal(hasTooMany ? 0 : 1, plan.VmRules.Count);
    }

    private static DrsPlan Plan(string drs, string others = "") => ComputeResource.Parse(
        Captured.Read(ComputeResource.Spec, new StubObject("ClusterComputeResource", "domain-c1")
            .Text("name", "prod")
            .Value("host", "ArrayOfManagedObjectReference", string.Concat(Enumerable.Range(1, 3).Select(i => $"""<ManagedObjectReference type="HostSystem" xsi:type="ManagedObjectReference">host-{i}</ManagedObjectReference>""")))
            .Value("configurationEx", "ClusterConfigInfoEx", $"<dasConfig><enabled>true</enabled></dasConfig><drsConfig>{drs}</drsConfig>{others}")),
        isVirtualCenter: true).Drs;
}
