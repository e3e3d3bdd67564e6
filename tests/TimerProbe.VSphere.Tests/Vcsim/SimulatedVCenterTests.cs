namespace TimerProbe.VSphere.Tests.Vcsim;

/// <summary>The client against a SOAP server of somebody else's.</summary>
public sealed class SimulatedVCenterTests
{
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
    public async Task The_privileges_of_the_session_are_told()
    {
        using var vcenter = await SimulatedVCenter.StartAsync();
        await using var session = await ConnectAsync(vcenter);
        var granted = await new PrivilegeReader(session).ReadAsync(session.Content.RootFolder, ["System.View", "System.Read"], Cancel);
        Assert.Equal(["System.Read", "System.View"], granted!.Order(StringComparer.Ordinal));
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
