namespace TimerProbe.VSphere.Tests.Vcsim;

/// <summary>The client against a SOAP server of somebody else's; EndToEnd holds what a scan of its labelled machines must find.</summary>
public sealed class SimulatedVCenterTests
{
    [Fact]
    public async Task Hosts_and_clusters_are_whole()
    {
        using var vcenter = await StartAsync();
        var vc = (await ReadAsync(vcenter)).VCenter;
        Assert.Equal(
            (Address(vcenter).ToString(), "7.0.3", true, true), (vc.Server, vc.Version, vc.IsVirtualCenter, vc.CertificateVerified));
        Assert.Equal(15, vc.Hosts.Count);
        Assert.Equal(
            [("mixed-models", "dc-south", "off"), ("prod", "dc-north", "fullyAutomated"), ("uniform", "dc-north", "manual")],
            vc.Clusters.Select(cluster => (cluster.Name, cluster.Datacenter, cluster.Drs)));
        var first = vc.Hosts[0];
        Assert.Equal(("esx01.lab.example", "prod", "dc-north", 2_394_000_000), (first.Name, first.Cluster, first.Datacenter, first.Hz?.Hertz));
        Assert.Equal(("Intel(R) Xeon(R) CPU E5-2630 v3 @ 2.40GHz", "ProLiant DL380 Gen9", "21930508"), (first.CpuModel, first.HardwareModel, first.Build));
        Assert.Equal(("High Performance", "intel-skylake", "connected", false), (first.PowerPolicy, first.EvcMode, first.ConnectionState, first.InMaintenanceMode));
        Assert.Equal((95_760_000_000, 0), (first.CpuCapacityHz?.Hertz, first.CpuUsageHz?.Hertz));
        Assert.Equal("disconnected", Host("esx07").ConnectionState);
        Assert.Equal("false", Host("esx23").KernelOptions["VMkernel.Boot.timerForceTSC"]);
        Assert.Equal((null, null, "dc-south"), (Host("esx31").Cluster, Host("esx31").ClusterId, Host("esx31").Datacenter));

        HostFacts Host(string name) => vc.Hosts.Single(host => host.Name.StartsWith(name, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("databases")]
    [InlineData("/databases/sql servers")]
    [InlineData("SQL*")]
    public async Task A_folder_is_found_by_name_path_or_glob_with_all_below(string folder)
    {
        using var vcenter = await StartAsync();
        var reading = await ReadAsync(vcenter, Scope(new ScanScope { Folders = [folder] }));
        Assert.Equal(["sql-on-balanced-host", "twin"], reading.VCenter.VirtualMachines.Select(machine => machine.Name));
        Assert.Equal(15, reading.VCenter.Hosts.Count);
        Assert.Empty(reading.VCenter.Problems);
    }

    [Fact]
    public async Task A_name_is_matched_as_people_read_it()
    {
        using var vcenter = await StartAsync();
        var reading = await ReadAsync(vcenter, Scope(new ScanScope { Names = ["slash / backslash \\ percent % typed %2F", "templ*"] }));
        Assert.Equal("slash / backslash \\ percent % typed %2f", Assert.Single(reading.VCenter.VirtualMachines).Name);
        Assert.Equal(1, reading.VCenter.Templates);
    }

    [Fact]
    public async Task A_filter_that_nothing_matches_is_told()
    {
        using var vcenter = await StartAsync();
        var reading = await ReadAsync(vcenter, Scope(new ScanScope { Clusters = ["prd*", "uniform"], Names = ["nobody"] }));
        Assert.Empty(reading.VCenter.VirtualMachines);
        Assert.Equal(ReadStatus.Partial, reading.VCenter.Status);
        Assert.Equal(
            ["no cluster matches 'prd*'; there are: mixed-models, prod, uniform", "no virtual machine matches 'nobody'", "the filters leave no virtual machine"],
            reading.VCenter.Problems);
    }

    [Fact]
    public async Task Settings_by_their_keys_are_those_of_the_whole_but_for_a_spelling_of_nobody_else()
    {
        using var vcenter = await StartAsync();
        await using var session = await ConnectAsync(vcenter);
        var all = VirtualMachinePaths.Full(session.Content.About, allSettings: true);
        var byKeys = all with
        {
            PathSet = [.. all.PathSet.Select(path => path.Path == VirtualMachinePaths.ExtraConfig ? path.ByKeys(ClockSettings.Asked) : path)]
        };
        var (whole, known) = (await SettingsAsync(session, all), await SettingsAsync(session, byKeys));
        Assert.False(session.PathSupport.IsWhole(VirtualMachinePaths.Type, VirtualMachinePaths.ExtraConfig));
        Assert.Equal(["settings-virtual-rdtsc-false-odd-case"], whole.Keys.Where(name => whole[name] != known[name]));
    }

    [Fact]
    public async Task A_thousand_machines_cost_a_quarter_of_the_bytes_of_all_their_settings()
    {
        using var vcenter = await StartAsync("--scenario", "scale", "--vms", "1000", "--hosts", "32");
        Assert.InRange(4 * await BytesAsync(allSettings: false), 1, await BytesAsync(allSettings: true));

        async Task<long> BytesAsync(bool allSettings)
        {
            await using var session = await ConnectAsync(vcenter);
            await new InventoryReader(session, new InventoryOptions { AllSettings = allSettings }).ReadAsync(Cancel);
            return session.Total.BytesReceived;
        }
    }

    private static async Task<VcsimProcess> StartAsync(params string[] options)
    {
        var program = VcsimProcess.ProgramIn(Repository.Root);
        Requirement.Met(File.Exists(program), "the simulated vCenter is not built: run tests/run");
        return await VcsimProcess.StartAsync(program, options, Cancel);
    }

    private static VSphereServer Address(VcsimProcess vcenter) => VSphereServer.Parse(vcenter.Url.ToString());

    private static Task<VSphereSession> ConnectAsync(VcsimProcess vcenter) => VSphereSession.ConnectAsync(
        Address(vcenter), new(vcenter.User, vcenter.Password), new VSphereOptions { Trust = ServerTrust.IssuedBy(vcenter.CaFile) }, Cancel);

    private static InventoryOptions Scope(ScanScope scope) => new() { Scope = scope };

    private static async Task<Dictionary<string, string>> SettingsAsync(VSphereSession session, PropertySpec spec)
    {
        var parser = new SettingsParser(new TextPool());
        var read = new Dictionary<string, string>();
        await new PropertyReader(session).ReadAllAsync(
            spec,
            machine =>
            {
                var settings = parser.Parse(machine);
                var told = settings with { Other = new Dictionary<string, string>() };
                read.TryAdd(machine.Text("name")!, $"{told} {string.Join(';', settings.Other)} {VirtualMachineParser.GetPublished(machine)}");
            },
            Cancel);
        return read;
    }

    private static async Task<InventoryReading> ReadAsync(VcsimProcess vcenter, InventoryOptions? options = null)
    {
        await using var session = await ConnectAsync(vcenter);
        return await new InventoryReader(session, options ?? new InventoryOptions()).ReadAsync(Cancel);
    }
}
