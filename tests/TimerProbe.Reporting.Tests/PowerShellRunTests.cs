namespace TimerProbe.Reporting.Tests;

/// <summary>The PowerCLI script, run by PowerShell's engine.</summary>
[Trait("Takes", "seconds")]
public sealed class PowerShellRunTests
{
    private const string Moved = "Move-VM VirtualMachine-vm-101 HostSystem-host-14";

    private static readonly ScanDocument WithMove = ShellScriptTests.WithMove();

    [Fact]
    public void Nothing_is_changed_without_apply_and_all_is_told()
    {
        var run = new FakePowerCli(WithMove);
        var lines = run.Run(Written.Of(RemediesScript.PowerShell, WithMove), Switch("Moves"), Switch("DrsRules"));
        Assert.Empty(run.Changes);
        Assert.Empty(run.Warnings);
        Assert.Contains("Would: vMotion of DB01 (vm-101 on vc1.example.org) to esx04.example.org", lines);
        Assert.Contains("Would: the rule timerprobe 2,593.905 MHz in a cluster", lines);
        Assert.Equal(["0 changed, 0 already set, 9 to change, 0 left for the next batch, 0 failed.", "Nothing was changed. Add -Apply to make these changes."], lines.TakeLast(2));
    }

    [Fact]
    public void With_apply_each_machine_gets_its_one_change()
    {
        var run = new FakePowerCli(WithMove);
        run.Run(Written.Of(RemediesScript.PowerShell, WithMove), Switch("Apply"));
        Assert.Equal(["New-AdvancedSetting VirtualMachine-vm-103 vmx.reboot.powerCycle TRUE", "New-AdvancedSetting VirtualMachine-vm-104 vmx.reboot.powerCycle TRUE"], run.Changes);

        var moving = new FakePowerCli(WithMove);
        moving.Run(Written.Of(RemediesScript.PowerShell, WithMove), Switch("Apply"), Switch("Moves"));
        Assert.Equal([Moved, "Wait-Task VirtualMachine-vm-101", .. run.Changes], moving.Changes);
    }

    [Theory]
    [InlineData(false, "Move-VM VirtualMachine-vm-103 HostSystem-host-99")]
    [InlineData(true, null)]
    public void A_move_to_another_cluster_takes_the_place_of_the_power_cycle_and_looks_for_storage_and_networks(bool lacking, string? moved)
    {
        var document = PowerShellScriptTests.Elsewhere();
        var run = new FakePowerCli(document) { Datastore = lacking ? "Datastore-datastore-7" : null };
        run.Run(Written.Of(RemediesScript.PowerShell, document), Switch("Apply"), Switch("OtherClusters"));
        Assert.Equal(moved, run.Changes.FirstOrDefault(change => change.Contains("vm-103", StringComparison.Ordinal)));
        Assert.Equal(lacking ? ["vm-103 on vc1.example.org: its destination lacks Datastore-datastore-7"] : [], run.Warnings);

        var without = new FakePowerCli(document);
        without.Run(Written.Of(RemediesScript.PowerShell, document), Switch("Apply"));
        Assert.Contains("New-AdvancedSetting VirtualMachine-vm-103 vmx.reboot.powerCycle TRUE", without.Changes);
    }

    [Theory]
    [InlineData("Pilot", true, 1)]
    [InlineData("Batch", 2, 2)]
    [InlineData("Batch", 200, 3)]
    public void A_pilot_is_one_machine_and_a_batch_so_many(string name, object value, int machines)
    {
        var run = new FakePowerCli(WithMove);
        var lines = run.Run(Written.Of(RemediesScript.PowerShell, WithMove), Switch("Apply"), Switch("Moves"),
            (name, value is true ? SwitchParameter.Present : value));
        Assert.Equal(machines, run.Changes.Count(change => !change.StartsWith("Wait-Task", StringComparison.Ordinal)));
        Assert.Equal(Moved, run.Changes[0]);
        Assert.Equal($"{machines} changed, 0 already set, 0 to change, {3 - machines} left for the next batch, 0 failed.", lines[^1]);
    }

    [Fact]
    public void What_is_done_already_takes_no_place_in_a_batch()
    {
        var run = new FakePowerCli(WithMove) { GetHost = id => id == "vm-101" ? "host-14" : "host-11" };
        run.Set.Add("VirtualMachine-vm-103");
        var lines = run.Run(Written.Of(RemediesScript.PowerShell, WithMove), Switch("Apply"), Switch("Moves"), Switch("Pilot"));
        Assert.Equal(["New-AdvancedSetting VirtualMachine-vm-104 vmx.reboot.powerCycle TRUE"], run.Changes);
        Assert.Equal("1 changed, 2 already set, 0 to change, 0 left for the next batch, 0 failed.", lines[^1]);
    }

    [Fact]
    public void A_machine_that_has_changed_hosts_is_left_alone_and_the_next_is_tried()
    {
        var run = new FakePowerCli(WithMove) { GetHost = _ => "host-12" };
        var lines = run.Run(Written.Of(RemediesScript.PowerShell, WithMove), Switch("Apply"), Switch("Moves"));
        Assert.Equal(2, run.Changes.Count);
        Assert.Equal(["vm-101 on vc1.example.org: it has changed hosts since the scan"], run.Warnings);
        Assert.Equal("2 changed, 0 already set, 0 to change, 0 left for the next batch, 1 failed.", lines[^1]);
    }

    [Fact]
    public void A_batch_of_failures_ends()
    {
        var run = new FakePowerCli(WithMove) { Refuses = true };
        var lines = run.Run(Written.Of(RemediesScript.PowerShell, WithMove), Switch("Apply"), Switch("Moves"), ("Batch", 2));
        Assert.Empty(run.Changes);
        Assert.Equal("0 changed, 0 already set, 0 to change, 1 left for the next batch, 2 failed.", lines[^1]);
    }

    [Fact]
    public void A_batch_of_none_is_refused() => Assert.ThrowsAny<RuntimeException>(
        () => new FakePowerCli(WithMove).Run(Written.Of(RemediesScript.PowerShell, WithMove), ("Batch", 0)));

    [Fact]
    public void Groups_and_rules_are_made_by_their_switches()
    {
        var run = new FakePowerCli(WithMove);
        run.Run(Written.Of(RemediesScript.PowerShell, WithMove), Switch("Apply"), Switch("DrsGroups"));
        Assert.Contains("New-DrsClusterGroup ClusterComputeResource-domain-c8 timerprobe 2,593.905 MHz VMs VirtualMachine-vm-101", run.Changes);
        Assert.DoesNotContain(run.Changes, change => change.StartsWith("New-DrsVMHostRule", StringComparison.Ordinal));

        var ruled = new FakePowerCli(WithMove);
        ruled.Run(Written.Of(RemediesScript.PowerShell, WithMove), Switch("Apply"), Switch("DrsRules"));
        Assert.Contains("New-DrsVMHostRule ClusterComputeResource-domain-c8 timerprobe 2,593.905 MHz ShouldRunOn", ruled.Changes);
    }

    [Fact]
    public void A_group_that_is_there_gets_the_members_that_it_lacks_and_a_second_run_changes_nothing()
    {
        var lacking = new FakePowerCli(WithMove);
        lacking.Groups["timerprobe 2,394.000 MHz hosts"] = ["HostSystem-host-11", "HostSystem-host-12"];
        lacking.Groups["timerprobe 2,394.000 MHz VMs"] = ["VirtualMachine-vm-102", "VirtualMachine-vm-999"];
        var lines = lacking.Run(Written.Of(RemediesScript.PowerShell, WithMove), Switch("Apply"), Switch("DrsGroups"));
        Assert.Contains("Already: the group timerprobe 2,394.000 MHz hosts in a cluster", lines);
        Assert.Contains("Set-DrsClusterGroup timerprobe 2,394.000 MHz VMs VirtualMachine-vm-103 VirtualMachine-vm-104 VirtualMachine-vm-105", lacking.Changes);

        var whole = new FakePowerCli(WithMove);
        whole.Groups["timerprobe 2,394.000 MHz hosts"] = ["HostSystem-host-11", "HostSystem-host-12"];
        whole.Groups["timerprobe 2,394.000 MHz VMs"] = [.. Enumerable.Range(102, 4).Select(id => $"VirtualMachine-vm-{id}")];
        whole.Groups["timerprobe 2,593.905 MHz hosts"] = ["HostSystem-host-14"];
        whole.Groups["timerprobe 2,593.905 MHz VMs"] = ["VirtualMachine-vm-101"];
        whole.Run(Written.Of(RemediesScript.PowerShell, WithMove), Switch("Apply"), Switch("DrsGroups"));
        Assert.DoesNotContain(whole.Changes, change => change.Contains("Drs", StringComparison.Ordinal));
    }

    [Fact]
    public void No_rule_is_made_on_hosts_of_another_frequency()
    {
        var run = new FakePowerCli(WithMove);
        run.Groups["timerprobe 2,593.905 MHz hosts"] = ["HostSystem-host-14", "HostSystem-host-11"];
        run.Run(Written.Of(RemediesScript.PowerShell, WithMove), Switch("Apply"), Switch("DrsRules"));
        Assert.Equal(
            ["timerprobe 2,593.905 MHz in domain-c8 on vc1.example.org: the group timerprobe 2,593.905 MHz hosts has hosts of another frequency: take them out of it first"], run.Warnings);
        Assert.Equal(["New-DrsVMHostRule ClusterComputeResource-domain-c8 timerprobe 2,394.000 MHz ShouldRunOn"], run.Changes.Where(change => change.StartsWith("New-DrsVMHostRule", StringComparison.Ordinal)));
    }

    [Theory]
    [MemberData(nameof(HostileNames.All), MemberType = typeof(HostileNames))]
    public void It_runs_whatever_the_names_the_servers_and_the_ids_are(string text)
    {
        Assert.Empty(FakePowerCli.ErrorsIn(Written.Of(RemediesScript.PowerShell, ShellScriptTests.WithIds(text))));
        var document = ShellScriptTests.Sample(SampleScan.Named(text));
        var run = new FakePowerCli(document);
        run.Run(Written.Of(RemediesScript.PowerShell, document), Switch("Apply"));
        Assert.Equal(3, run.Changes.Count);
    }

    private static (string, object) Switch(string name) => (name, SwitchParameter.Present);
}
