using System.Management.Automation;
using TimerProbe.Core.Documents;
using TimerProbe.Reporting.Remedies;

namespace TimerProbe.Reporting.Tests;

/// <summary>The PowerCLI script, run by PowerShell's engine.</summary>
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
        Assert.Equal(["0 done, 0 already so, 7 would be done, 0 left for the next batch, 0 failed.", "Nothing was changed: that takes -Apply."], lines.TakeLast(2));
    }

    [Fact]
    public void With_apply_each_machine_gets_its_one_change()
    {
        var run = new FakePowerCli(WithMove);
        run.Run(Written.Of(RemediesScript.PowerShell, WithMove), Switch("Apply"));
        Assert.Equal(["New-AdvancedSetting VirtualMachine-vm-103 vmx.reboot.powerCycle TRUE", "New-AdvancedSetting VirtualMachine-vm-104 vmx.reboot.powerCycle TRUE"], run.Changes);

        var moving = new FakePowerCli(WithMove);
        moving.Run(Written.Of(RemediesScript.PowerShell, WithMove), Switch("Apply"), Switch("Moves"));
        Assert.Equal([Moved, .. run.Changes], moving.Changes);
    }

    [Theory]
    [InlineData("Pilot", true, 1)]
    [InlineData("Batch", 2, 2)]
    [InlineData("Batch", 200, 3)]
    public void A_pilot_is_one_machine_and_a_batch_so_many(string name, object value, int machines)
    {
        var run = new FakePowerCli(WithMove);
        var lines = run.Run(Written.Of(RemediesScript.PowerShell, WithMove), Switch("Apply"), Switch("Moves"), (name, value is true ? SwitchParameter.Present : value));
        Assert.Equal(machines, run.Changes.Count);
        Assert.Equal(Moved, run.Changes[0]);
        Assert.Equal($"{machines} done, 0 already so, 0 would be done, {3 - machines} left for the next batch, 0 failed.", lines[^1]);
    }

    [Fact]
    public void What_is_done_already_takes_no_place_in_a_batch()
    {
        var run = new FakePowerCli(WithMove) { HostOf = id => id == "vm-101" ? "host-14" : "host-11" };
        run.Set.Add("VirtualMachine-vm-103");
        var lines = run.Run(Written.Of(RemediesScript.PowerShell, WithMove), Switch("Apply"), Switch("Moves"), Switch("Pilot"));
        Assert.Equal(["New-AdvancedSetting VirtualMachine-vm-104 vmx.reboot.powerCycle TRUE"], run.Changes);
        Assert.Equal("1 done, 2 already so, 0 would be done, 0 left for the next batch, 0 failed.", lines[^1]);
    }

    [Fact]
    public void A_machine_that_has_changed_hosts_is_left_alone_and_the_next_is_tried()
    {
        var run = new FakePowerCli(WithMove) { HostOf = _ => "host-12" };
        var lines = run.Run(Written.Of(RemediesScript.PowerShell, WithMove), Switch("Apply"), Switch("Moves"));
        Assert.Equal(2, run.Changes.Count);
        Assert.Equal(["vm-101 on vc1.example.org: it has changed hosts since the scan"], run.Warnings);
        Assert.Equal("2 done, 0 already so, 0 would be done, 0 left for the next batch, 1 failed.", lines[^1]);
    }

    [Fact]
    public void A_batch_of_failures_ends()
    {
        var run = new FakePowerCli(WithMove) { Refuses = true };
        var lines = run.Run(Written.Of(RemediesScript.PowerShell, WithMove), Switch("Apply"), Switch("Moves"), ("Batch", 2));
        Assert.Empty(run.Changes);
        Assert.Equal("0 done, 0 already so, 0 would be done, 1 left for the next batch, 2 failed.", lines[^1]);
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
