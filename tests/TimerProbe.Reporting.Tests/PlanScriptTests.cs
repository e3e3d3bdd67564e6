namespace TimerProbe.Reporting.Tests;

/// <summary>The scripts of a plan: its moves in waves, or its groups and rules.</summary>
public sealed class PlanScriptTests
{
    private static readonly PlanDocument Plan = new()
    {
        Id = Guid.Parse("0198f0c2-0000-7000-8000-000000000007"),
        Tool = new ToolInfo("0.1.0"),
        MadeAt = DateTimeOffset.UnixEpoch,
        Kind = PlanKind.Home,
        Settings = new PlanSettings(WaveSize: 2),
        TolerancePpm = new PartsPerMillion(250),
        Scans = [],
    };

    /// <summary>The first makes room for the third; nothing waits for the second.</summary>
    private static readonly PlanDocument Moves = Plan with
    {
        Moves = [Move("vm-101", "host-11", "host-14", 1), Move("vm-103", "host-11", "host-14", 1), Move("vm-102", "host-12", "host-11", 2), Move("vm-104", "host-11", "host-12", 2)],
    };

    private static readonly PlanDocument Rules = Plan with
    {
        Kind = PlanKind.Rules,
        Rules =
        [
            new ClusterRules(
                SampleScan.First, "prod", "domain-c8", "DC1",
                [
                    new ClassRule(
                        "timerprobe 2,394.000 MHz", "timerprobe 2,394.000 MHz hosts", "timerprobe 2,394.000 MHz VMs",
                        new FrequencyClass("prod/1", new Frequency(2_394_000_000), new Frequency(2_394_000_000), ["esx01.example.org"]),
                        [new MachineOfPlan(SampleScan.First, "DB02", "vm-102", "prod", null, "esx01.example.org")], 0) { HostIds = ["host-11"] },
                ],
                0, []),
        ],
    };

    [Fact]
    [Trait("Takes", "seconds")]
    public void The_moves_of_a_wave_run_at_once_and_the_next_begins_when_all_have_ended()
    {
        var run = new FakePowerCli(ShellScriptTests.WithMove()) { GetHost = GetHost };
        var lines = run.Run(Written.Of(RemediesScript.PowerShell, Moves), Switch("Apply"), Switch("Moves"));
        Assert.Equal(
            [
                "Move-VM VirtualMachine-vm-101 HostSystem-host-14", "Move-VM VirtualMachine-vm-103 HostSystem-host-14", "Wait-Task VirtualMachine-vm-101", "Wait-Task VirtualMachine-vm-103",
                "Move-VM VirtualMachine-vm-102 HostSystem-host-11", "Move-VM VirtualMachine-vm-104 HostSystem-host-12", "Wait-Task VirtualMachine-vm-102", "Wait-Task VirtualMachine-vm-104",
            ],
            run.Changes);
        Assert.Equal("Proposed by plan home: 4 vMotions in 2 waves, at most 2 at once.", lines[0]);
        Assert.Equal("4 changed, 0 already set, 0 to change, 0 left for the next batch, 0 failed.", lines[^1]);
    }

    [Fact]
    [Trait("Takes", "seconds")]
    public void Where_a_machine_has_stayed_no_other_moves_in_a_later_wave()
    {
        var run = new FakePowerCli(ShellScriptTests.WithMove()) { GetHost = GetHost };
        run.Stuck.Add("VirtualMachine-vm-103");
        var lines = run.Run(Written.Of(RemediesScript.PowerShell, Moves), Switch("Apply"), Switch("Moves"));
        Assert.DoesNotContain(run.Changes, change => change.StartsWith("Move-VM VirtualMachine-vm-102", StringComparison.Ordinal));
        Assert.Contains("Wait-Task VirtualMachine-vm-104", run.Changes);
        Assert.StartsWith("Waits: vMotion of ", Assert.Single(lines, line => line.StartsWith("Waits", StringComparison.Ordinal)), StringComparison.Ordinal);
        Assert.Equal("2 changed, 0 already set, 0 to change, 1 left for the next batch, 1 failed.", lines[^1]);
    }

    [Trait("Needs", "sh")]
    [Fact]
    public async Task The_shell_script_waits_the_same()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "this test runs a POSIX shell");
        using var done = Movable(new FakeGovc());
        var (exitCode, output, errors) = await done.RunAsync(Written.Of(RemediesScript.Shell, Moves), "--apply", "--moves");
        Assert.Equal(("", 0), (errors, exitCode));
        Assert.Equal(["vm-101", "vm-102", "vm-103", "vm-104"], done.Calls.Where(call => call[1] == "vm.migrate").Select(call => call[^1]["-vm.ipath=/DC1/vm/".Length..]).Order(StringComparer.Ordinal));
        Assert.EndsWith("4 changed, 0 to change, 0 left for the next batch, 0 failed.\n", output, StringComparison.Ordinal);

        using var stuck = Movable(new FakeGovc()).Says("VirtualMachine:vm-103", "runtime.host", "");
        stuck.Knows("VirtualMachine:vm-103", "/DC1/vm/vm-103", "another");
        (exitCode, output, errors) = await stuck.RunAsync(Written.Of(RemediesScript.Shell, Moves), "--apply", "--moves");
        Assert.Equal(1, exitCode);
        Assert.Contains("another virtual machine has this id now", errors, StringComparison.Ordinal);
        Assert.Contains("Waits: vMotion of vm-102 (vm-102 on vc1.example.org) to host-11, where a machine that was to leave has stayed\n", output, StringComparison.Ordinal);
        Assert.EndsWith("2 changed, 0 to change, 1 left for the next batch, 1 failed.\n", output, StringComparison.Ordinal);
    }

    [Trait("Needs", "sh")]
    [Fact]
    public async Task A_script_of_rules_makes_the_groups_and_rules_of_the_plan_and_nothing_else()
    {
        var dry = new FakePowerCli(ShellScriptTests.Sample());
        var lines = dry.Run(Written.Of(RemediesScript.PowerShell, Rules));
        Assert.Equal(
            [
                "Proposed by plan rules: 1 rule, each with a group of hosts and one of virtual machines.",
                "Would: the group timerprobe 2,394.000 MHz hosts in a cluster: 1 members", "Would: the group timerprobe 2,394.000 MHz VMs in a cluster: 1 members", "Would: the rule timerprobe 2,394.000 MHz in a cluster",
            ],
            lines.Take(4));
        Assert.Empty(dry.Changes);

        var run = new FakePowerCli(ShellScriptTests.Sample());
        run.Run(Written.Of(RemediesScript.PowerShell, Rules), Switch("Apply"), Switch("DrsRules"));
        Assert.Equal(
            [
                "New-DrsClusterGroup ClusterComputeResource-domain-c8 timerprobe 2,394.000 MHz hosts HostSystem-host-11",
                "New-DrsClusterGroup ClusterComputeResource-domain-c8 timerprobe 2,394.000 MHz VMs VirtualMachine-vm-102",
                "New-DrsVMHostRule ClusterComputeResource-domain-c8 timerprobe 2,394.000 MHz ShouldRunOn",
            ],
            run.Changes);
        Assert.DoesNotContain("Move-VM", Written.Of(RemediesScript.PowerShell, Rules), StringComparison.Ordinal);
        Assert.DoesNotContain("DrsClusterGroup", Written.Of(RemediesScript.PowerShell, Moves), StringComparison.Ordinal);

        Assert.SkipUnless(OperatingSystem.IsLinux(), "this test runs a POSIX shell");
        using var govc = new FakeGovc().Knows("ClusterComputeResource:domain-c8", "/DC1/host/prod").Says("HostSystem:host-11", "name", "esx01").Says("VirtualMachine:vm-102", "name", "DB02");
        var (exitCode, _, errors) = await govc.RunAsync(Written.Of(RemediesScript.Shell, Rules), "--apply", "--drs-rules");
        Assert.Equal(("", 0), (errors, exitCode));
        Assert.Equal(["cluster.group.create", "cluster.group.create", "cluster.rule.create"], govc.Calls.Select(call => call[1]).Where(call => call.EndsWith("create", StringComparison.Ordinal)));
    }

    [Trait("Needs", "sh")]
    [Theory]
    [InlineData("Home", "it takes --apply --moves\n")]
    [InlineData("Rules", "it takes --apply --drs-groups or --apply --drs-rules\n")]
    public async Task Apply_alone_changes_nothing(string kind, string sentence)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "this test runs a POSIX shell");
        var plan = kind == "Home" ? Moves : Rules;
        using var govc = new FakeGovc();
        Assert.Equal((2, "", sentence), await govc.RunAsync(Written.Of(RemediesScript.Shell, plan), "--apply"));
        Assert.Empty(govc.Calls);
        var run = new FakePowerCli(ShellScriptTests.Sample());
        Assert.ThrowsAny<RuntimeException>(() => run.Run(Written.Of(RemediesScript.PowerShell, plan), Switch("Apply")));
        Assert.Empty(run.Changes);
    }

    [Trait("Needs", "sh")]
    [Theory]
    [MemberData(nameof(HostileNames.All), MemberType = typeof(HostileNames))]
    public async Task Both_run_whatever_the_names_the_servers_and_the_ids_are(string text)
    {
        var move = Moves.Moves[0] with
        {
            Server = text,
            Machine = text,
            MachineId = text,
            InstanceUuid = text,
            From = text,
            FromId = text + "1",
            To = text,
            ToId = text + "2"
        };
        var cluster = Rules.Rules![0] with
        {
            Server = text,
            Cluster = text,
            ClusterId = text,
            Rules = [Rules.Rules[0].Rules[0] with { HostIds = [text] }]
        };
        foreach (var plan in new[] { Plan with { Moves = [move, move with { Wave = 2 }] }, Rules with { Rules = [cluster] } })
        {
            Assert.Empty(FakePowerCli.ErrorsIn(Written.Of(RemediesScript.PowerShell, plan)));
            if (OperatingSystem.IsLinux())
            {
                using var govc = new FakeGovc();
                var (exitCode, output, errors) = await govc.RunAsync(Written.Of(RemediesScript.Shell, plan));
                Assert.Equal((0, ""), (exitCode, errors));
                Assert.Contains("Would: ", output, StringComparison.Ordinal);
                Assert.Empty(govc.Litter);
                Assert.Empty(govc.Calls);
            }
        }
    }

    private static (string, object) Switch(string name) => (name, SwitchParameter.Present);

    private static string? GetHost(string id) => id == "vm-102" ? "host-12" : "host-11";

    private static PlannedMove Move(string machine, string from, string to, int wave) => new(
        SampleScan.First, machine, machine, "prod", from, from, to, to, wave, MoveReason.Home, PlannedClock.Slow, PlannedClock.Fast, 0, 0,
        $"5022abcd-0000-4000-8000-000000000{machine[3..]}");

    private static FakeGovc Movable(FakeGovc govc)
    {
        foreach (var host in new[] { "host-11", "host-12", "host-14" })
        {
            govc.Knows($"HostSystem:{host}", $"/DC1/host/prod/{host}").Says($"HostSystem:{host}", "runtime.connectionState", "connected").Says($"HostSystem:{host}", "runtime.inMaintenanceMode", "false");
        }

        foreach (var move in Moves.Moves)
        {
            govc.Knows($"VirtualMachine:{move.MachineId}", $"/DC1/vm/{move.MachineId}", move.InstanceUuid).Says($"VirtualMachine:{move.MachineId}", "runtime.host", $"HostSystem:{move.FromId}");
        }

        return govc;
    }
}
