namespace TimerProbe.VSphere.Tests.Inventory;

/// <summary>Servers that take paths with a key in other ways than expected: no setting is lost unless that is said.</summary>
public sealed class KeyedPathTests : StubServerTest
{
    private const int Machines = 120;

    private static readonly Dictionary<string, Func<KeyedOption, string>> Forms = new(StringComparer.Ordinal)
    {
        ["the array's name"] = option => (option with { Path = option.Array }).ToXml(),
        ["the whole array under its name"] = option => StubObject.Property(option.Array, "ArrayOfOptionValue", $"<OptionValue>{option.Members}</OptionValue>"),
        ["an array under the keyed name"] = option => StubObject.Property(option.Path, "ArrayOfOptionValue", $"<OptionValue>{option.Members}</OptionValue>"),
        ["lower case"] = option => (option with { Path = option.Path.ToLowerInvariant() }).ToXml(),
        ["no quotes"] = option => (option with { Path = option.Path.Replace("\"", "", StringComparison.Ordinal) }).ToXml(),
        ["the value alone"] = option => StubObject.Property(option.Path, "xsd:string", option.Value),
        ["no value"] = option => StubObject.Property(option.Path, "OptionValue", $"<key>{option.Key}</key>"),
        ["no key"] = option => StubObject.Property(option.Path, "OptionValue", $"<value>{option.Value}</value>"),
        ["another key"] = option => StubObject.Property(option.Path, "OptionValue", $"<key>timeTracker.apparentHz</key><value>{option.Value}</value>"),
        ["no name"] = option => (option with { Path = "" }).ToXml(),
        ["InvalidProperty of the object"] = option => StubObject.Missing(option.Path, "InvalidProperty"),
        ["NotSupported of the object"] = option => StubObject.Missing(option.Path, "NotSupported"),
        ["nothing"] = _ => "",
    };

    public static TheoryData<string> RefusalNames => [.. KeyedMutation.Refusals.Keys];

    public static TheoryData<string> FormNames => [.. Forms.Keys];

    [Theory]
    [MemberData(nameof(RefusalNames))]
    public async Task A_server_that_refuses_keys_in_any_way_is_asked_for_whole_arrays(string refusal)
    {
        Fill();
        var truth = await ReadAsync();
        Assert.Equal(4, truth.Found);
        Server.Instead = request => request.Texts("pathSet").Any(IsKeyed) ? KeyedMutation.Refusals[refusal] : null;
        Assert.Equal(truth with { WholeSettings = true }, await ReadAsync());
    }

    [Theory]
    [MemberData(nameof(FormNames))]
    public async Task A_server_that_answers_for_keys_in_another_form_is_asked_for_whole_arrays(string form)
    {
        var fleet = Fill();
        var truth = await ReadAsync();
        fleet.KeyedForm = options => string.Concat(options.Select(Forms[form]));
        Assert.Equal(truth with { WholeSettings = true }, await ReadAsync());
    }

    [Fact]
    public async Task Keys_of_hosts_that_are_refused_cost_machines_nothing()
    {
        var fleet = Fill();
        var truth = await ReadAsync();
        fleet.WholeSettings = 0;
        Server.Instead = request => request.Texts("pathSet").Any(path => path.StartsWith("config.option[", StringComparison.Ordinal)) ? StubAnswer.Fault("NotSupported") : null;
        Assert.Equal(truth, await ReadAsync());
        Assert.Equal(1, fleet.WholeSettings);
    }

    [Fact]
    public async Task A_clean_fleet_is_asked_for_the_settings_of_one_machine()
    {
        var fleet = Fill(settings: false);
        var read = await ReadAsync();
        Assert.Equal((0, ReadStatus.Complete, false), (read.Found, read.Status, read.WholeSettings));
        Assert.Equal(1, fleet.WholeSettings);
    }

    [Theory]
    [InlineData(11)]
    [InlineData(110)]
    public async Task Machines_without_any_setting_do_not_hide_that_keys_are_not_answered(int without)
    {
        var fleet = Fill();
        for (var i = 1; i <= without; i++)
        {
            fleet[$"vm-{i}"].Unset("config.extraConfig");
        }

        fleet.KeyedForm = _ => "";
        var read = await ReadAsync();
        Assert.Equal((true, ReadStatus.Complete), (read.WholeSettings, read.Status));
        Assert.Contains("VM 120 False", read.Machines, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_property_that_the_server_does_not_know_is_left_out_and_settings_are_still_asked_for_by_their_keys()
    {
        var fleet = Fill();
        var truth = await ReadAsync();
        fleet.WholeSettings = 0;
        fleet.UnknownPaths.Add("config.latencySensitivity.level");
        Assert.Equal(truth, await ReadAsync());
        Assert.Equal(1, fleet.WholeSettings);
    }

    /// <summary>Objects came, so the keys were understood: five times the bytes would change nothing.</summary>
    [Fact]
    public async Task A_fault_of_a_later_page_does_not_ask_for_whole_arrays()
    {
        var fleet = Fill();
        fleet.PageAtMost = 50;
        Server.On("ContinueRetrievePropertiesEx", _ => StubAnswer.Fault("SystemError", "database is down"));
        var read = await ReadAsync();
        Assert.Equal((ReadStatus.Partial, false), (read.Status, read.WholeSettings));
        Assert.Equal(1, fleet.WholeSettings);
    }

    [Fact]
    public Task No_generated_answer_loses_a_setting_that_is_not_said_to_be_lost() => GenerateAsync(cases: 100);

    /// <summary>A minute or two.</summary>
    [Fact]
    [Trait("Run", "all")]
    public Task No_answer_of_a_thousand_loses_a_setting_that_is_not_said_to_be_lost() => GenerateAsync(cases: 1_000);

    private async Task GenerateAsync(int cases)
    {
        var fleet = Fill();
        fleet.PageAtMost = 50;
        var truth = await ReadAsync();
        var (whole, byKeys, said, failed) = (0, 0, 0, 0);
        var lost = new List<string>();
        for (var seed = 0; seed < Cases.Of(cases); seed++)
        {
            var mutation = new KeyedMutation(seed);
            Server.Requests.Clear();
            fleet.KeyedForm = mutation.Form;
            Server.Instead = request => request.Texts("pathSet").Any(IsKeyed) ? mutation.Answer(request, Server.Answer(request.Method)) : null;
            try
            {
                var read = await ReadAsync();
                if (read.Status == ReadStatus.Complete && read with { WholeSettings = false } != truth)
                {
                    lost.Add(mutation.ToString());
                }

                (whole, byKeys, said) = (
                    whole + (read.WholeSettings ? 1 : 0), byKeys + (read.WholeSettings ? 0 : 1),
                        said + (read.Status == ReadStatus.Complete ? 0 : 1));
            }
            catch (VSphereException)
            {
                failed++;
            }
        }

        Assert.True(lost.Count == 0, $"{lost.Count} of {Cases.Of(cases)}:\n{string.Join('\n', lost)}");
        TestContext.Current.SendDiagnosticMessage($"{whole} read whole, {byKeys} by keys, {said} incomplete and said, {failed} failed with a sentence");
        Assert.Equal(0, failed);
    }

    private static bool IsKeyed(string path) => path.Contains('[', StringComparison.Ordinal);

    /// <summary>Every machine has some settings, a few of them one about the clock, and one host a kernel option.</summary>
    private StubFleet Fill(bool settings = true)
    {
        var fleet = new StubFleet(Server).WithCluster(Machines);
        for (var i = 1; i <= Machines; i++)
        {
            fleet[$"vm-{i}"].Text("config.guestId", "windows2022srvNext_64Guest").Options("config.extraConfig",
            [
                ("pciBridge0.present", "TRUE"), ("nvram", "vm.nvram"), ("disk.EnableUUID", "TRUE"),
                .. settings && i % 40 == 0 ? (ReadOnlySpan<(string, string)>)[("monitor_control.virtual_rdtsc", "FALSE"), ("timeTracker.apparentHz", "2400000000")] : [],
            ]);
        }

        foreach (var host in new[] { "host-1", "host-2" })
        {
            fleet[host].Text("config.product.version", "8.0.3").Options("config.option",
            [
                ("Net.TcpipHeapSize", "32"), ("Vmkernel.Boot.hyperthreading", "true"),
                .. settings && host == "host-2" ? (ReadOnlySpan<(string, string)>)[("VMkernel.Boot.timerForceTSC", "false")] : [],
            ]);
        }

        return fleet;
    }

    private async Task<ReadSettings> ReadAsync()
    {
        var reading = await ReadInventoryAsync();
        var machines = reading.VCenter.VirtualMachines;
        return new ReadSettings(
            reading.VCenter.Status,
            reading.Steps.Single(step => step.Name == "virtualMachines").WholeSettings == true,
            machines.Count(machine => machine.Settings.VirtualRdtsc == false) + reading.VCenter.Hosts.Count(host => host.KernelOptions.Count > 0),
            string.Join('\n', machines.Select(machine => $"{machine.Name} {machine.Settings.VirtualRdtsc} {Shown(machine.Settings.Other)} {machine.Uuid} {machine.GuestId} {machine.ProcessorCount}")),
            string.Join('\n', reading.VCenter.Hosts.Select(host => $"{host.Name} {host.Version} {Shown(host.KernelOptions)}")));
    }

    /// <summary>Upper and lower case are the same in a key.</summary>
    private static string Shown(IReadOnlyDictionary<string, string> options) =>
        string.Join(',', options.Select(option => $"{option.Key.ToUpperInvariant()}={option.Value}").Order(StringComparer.Ordinal));

    private sealed record ReadSettings(ReadStatus Status, bool WholeSettings, int Found, string Machines, string Hosts);
}
