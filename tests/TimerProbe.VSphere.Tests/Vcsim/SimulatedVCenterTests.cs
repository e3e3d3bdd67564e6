namespace TimerProbe.VSphere.Tests.Vcsim;

/// <summary>The client against a SOAP server of somebody else's.</summary>
public sealed class SimulatedVCenterTests
{
    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task The_frequencies_of_all_hosts_are_read()
    {
        using var vcenter = await SimulatedVCenter.StartAsync();
        await using var session = await ConnectAsync(vcenter);
        Assert.True(session.Content.About.IsVirtualCenter);
        var hosts = new Dictionary<string, long>();
        await new PropertyReader(session).ReadAllAsync(
            new PropertySpec("HostSystem", ["name", "hardware.cpuInfo.hz"]),
            host => hosts.Add(host.Text("name")!, host.Number("hardware.cpuInfo.hz")!.Value),
            Cancel);
        Assert.Equal(15, hosts.Count);
        Assert.Contains(hosts, host => host.Key.StartsWith("esx01.", StringComparison.Ordinal) && host.Value is > 2_393_900_000 and < 2_394_100_000);
    }

    [Fact]
    public async Task Ten_times_the_machines_take_the_pages_and_not_the_machines_in_requests()
    {
        using var vcenter = await SimulatedVCenter.StartAsync("--scenario", "scale", "--vms", "1000", "--hosts", "32");
        await using var session = await ConnectAsync(vcenter);
        var names = new List<string>();
        await new PropertyReader(session) { PageSize = 250 }.ReadAllAsync(
            new PropertySpec("VirtualMachine", ["name", PropertyPath.Options("config.extraConfig", key => key == "monitor_control.virtual_rdtsc")]),
            machine => names.Add(machine.Text("name")!),
            Cancel);
        Assert.Distinct(names);
        Assert.True(names.Count >= 1000, $"{names.Count} machines");
        Assert.InRange(session.Total.Requests, 4, 16);
    }

    [Fact]
    public async Task Settings_by_their_keys_are_those_of_the_whole_but_for_a_spelling_of_nobody_else()
    {
        using var vcenter = await SimulatedVCenter.StartAsync();
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
        using var vcenter = await SimulatedVCenter.StartAsync("--scenario", "scale", "--vms", "1000", "--hosts", "32");
        Assert.InRange(4 * await BytesAsync(allSettings: false), 1, await BytesAsync(allSettings: true));

        async Task<long> BytesAsync(bool allSettings)
        {
            await using var session = await ConnectAsync(vcenter);
            await new InventoryReader(session, new InventoryOptions { AllSettings = allSettings }).ReadAsync(Cancel);
            return session.Total.BytesReceived;
        }
    }

    [Fact]
    public async Task A_vcenter_that_knows_no_keys_costs_a_refusal_and_says_so()
    {
        using var vcenter = await SimulatedVCenter.StartAsync("--scenario", "scale", "--vms", "200", "--hosts", "8", "--keyed-paths", "refused");
        await using var session = await ConnectAsync(vcenter);
        var reading = await new InventoryReader(session, new InventoryOptions()).ReadAsync(Cancel);
        Assert.Equal(200, reading.VCenter.VirtualMachines.Count);
        Assert.Equal(ReadStatus.Complete, reading.VCenter.Status);
        Assert.True(reading.Steps.Single(step => step.Name == "virtualMachines").WholeSettings);
    }

    [Fact]
    public async Task The_privileges_of_the_session_are_told()
    {
        using var vcenter = await SimulatedVCenter.StartAsync();
        await using var session = await ConnectAsync(vcenter);
        var granted = await new PrivilegeReader(session).ReadAsync(session.Content.RootFolder, ["System.View", "System.Read"], Cancel);
        Assert.Equal(["System.Read", "System.View"], granted!.Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task Events_tell_where_machines_were_powered_on_and_moved()
    {
        using var vcenter = await SimulatedVCenter.StartAsync();
        await using var session = await ConnectAsync(vcenter);
        var events = new List<VSphereEvent>();
        await new EventReader(session).ReadAsync(["VmPoweredOnEvent", "VmMigratedEvent"], from: null, events.Add, Cancel);
        Assert.Contains(events, happened => happened is { Type: "VmPoweredOnEvent", Host: not null, Vm: not null });
        var moved = events.First(happened => happened.Type == "VmMigratedEvent");
        Assert.NotEqual(moved.Host, moved.SourceHost);
    }

    [Fact]
    public async Task A_wrong_password_is_a_sentence_without_the_password()
    {
        using var vcenter = await SimulatedVCenter.StartAsync();
        var error = await Assert.ThrowsAsync<VSphereException>(() => VSphereSession.ConnectAsync(
            vcenter.Server, new Login("scan@vsphere.local", "not the secret"), new VSphereOptions { Trust = vcenter.Trust }, Cancel));
        Assert.Equal(VSphereErrorKind.LoginRefused, error.Kind);
        Assert.Contains("refused the login of scan@vsphere.local", error.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("not the secret", error.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_pin_is_enough_to_trust_it_and_the_system_alone_is_not()
    {
        using var vcenter = await SimulatedVCenter.StartAsync();
        await using (await VSphereSession.ConnectAsync(
            vcenter.Server, vcenter.Credential, new VSphereOptions { Trust = ServerTrust.Pinned(vcenter.Thumbprint) }, Cancel))
        {
        }

        var error = await Assert.ThrowsAsync<VSphereException>(
            () => VSphereSession.ConnectAsync(vcenter.Server, vcenter.Credential, new VSphereOptions(), Cancel));
        Assert.Equal(VSphereErrorKind.UntrustedServer, error.Kind);
    }

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

    private static Task<VSphereSession> ConnectAsync(SimulatedVCenter vcenter) =>
        VSphereSession.ConnectAsync(vcenter.Server, vcenter.Credential, new VSphereOptions { Trust = vcenter.Trust }, Cancel);
}
