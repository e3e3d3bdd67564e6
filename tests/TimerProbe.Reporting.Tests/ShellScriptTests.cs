namespace TimerProbe.Reporting.Tests;

[Trait("Needs", "sh")]
public sealed class ShellScriptTests
{
    private const string GlobPath = "/DC1/vm/a [b]*? $(touch EVIL) 'c' \\";

    public ShellScriptTests() => Assert.SkipUnless(OperatingSystem.IsLinux(), "this test runs a POSIX shell");

    [Theory]
    [MemberData(nameof(HostileNames.All), MemberType = typeof(HostileNames))]
    public async Task Nothing_is_run_without_apply(string name)
    {
        using var govc = new FakeGovc();
        var (exitCode, output, errors) = await govc.RunAsync(Written.Of(RemediesScript.Shell, Sample(SampleScan.Named(name))), "--drs-groups");
        Assert.Equal(0, exitCode);
        Assert.Empty(errors);
        Assert.Empty(govc.Calls);
        Assert.Empty(govc.Litter);
        Assert.Contains($"Would: vmx.reboot.powerCycle = TRUE on {PlainText.OneLine(name)} (vm-101 on vc1.example.org)\n", output, StringComparison.Ordinal);
        Assert.EndsWith("0 changed, 6 to change, 0 left for the next batch, 0 failed.\nNothing was changed. Add --apply to make these changes.\n", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task With_apply_the_exact_arguments_arrive_whatever_the_names_are()
    {
        var document = Sample(SampleScan.WithAway([.. HostileNames.All.Select(row => row.Data)]));
        var machines = document.VCenters[0].VirtualMachines;
        using var govc = Machines(new FakeGovc(), document);
        var (exitCode, output, errors) = await govc.RunAsync(Written.Of(RemediesScript.Shell, document), "--apply");
        Assert.Equal(("", 0), (errors, exitCode));
        Assert.Empty(govc.Litter);
        Assert.Equal(
            machines.SelectMany(machine => (string[])
            [
                $"{SampleScan.First}|ls|-L|VirtualMachine:{machine.Id}",
                $"{SampleScan.First}|object.collect|-s|VirtualMachine:{machine.Id}|config.instanceUuid",
                $"{SampleScan.First}|vm.info|-e|-vm.ipath={GlobPath}",
                $"{SampleScan.First}|vm.change|-vm.ipath={GlobPath}|-e|vmx.reboot.powerCycle=TRUE",
            ]),
            govc.Calls.Select(call => string.Join('|', call)));
        Assert.All(machines, machine => Assert.Contains($"Done: vmx.reboot.powerCycle = TRUE on {PlainText.OneLine(machine.Name)} ({machine.Id} on vc1.example.org)\n", output, StringComparison.Ordinal));
        Assert.EndsWith($"{machines.Count} changed, 0 to change, 0 left for the next batch, 0 failed.\n", output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--pilot", 1)]
    [InlineData("--batch=2", 2)]
    [InlineData("--batch=200", 3)]
    public async Task A_pilot_is_one_machine_and_a_batch_so_many(string option, int machines)
    {
        using var govc = Machines(new FakeGovc());
        var (exitCode, output, errors) = await govc.RunAsync(Written.Of(RemediesScript.Shell, Sample()), "--apply", option);
        Assert.Equal(("", 0), (errors, exitCode));
        Assert.Equal(machines, govc.Calls.Count(call => call[1] == "vm.change"));
        Assert.EndsWith($"{machines} changed, 0 to change, {3 - machines} left for the next batch, 0 failed.\n", output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--server=vc1.example.org", 3)]
    [InlineData("--server=vc1.example.or", 0)]
    [InlineData("--server=vc2.example.org", 0)]
    public async Task Credentials_go_to_no_other_server_than_is_named(string option, int machines)
    {
        using var govc = Machines(new FakeGovc());
        var (exitCode, _, errors) = await govc.RunAsync(Written.Of(RemediesScript.Shell, Sample()), "--apply", option, "--moves", "--drs-rules");
        Assert.Equal(machines, govc.Calls.Count(call => call[1] == "vm.change"));
        if (machines == 0)
        {
            Assert.Empty(govc.Calls);
            Assert.Equal(1, exitCode);
            Assert.Contains("--server does not name vc1.example.org\n", errors, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task The_groups_are_made_of_each_class_by_the_names_of_its_hosts_and_of_the_machines_at_home()
    {
        using var govc = Named(new FakeGovc());
        var (exitCode, _, errors) = await govc.RunAsync(Written.Of(RemediesScript.Shell, Sample()), "--apply", "--drs-groups");
        Assert.Equal(("", 0), (errors, exitCode));
        Assert.Equal(
            [
                $"{SampleScan.First} cluster.group.create -cluster /DC1/host/prod \\[1\\] -name timerprobe 2,394.000 MHz hosts -host -- esx* esx02",
                $"{SampleScan.First} cluster.group.create -cluster /DC1/host/prod \\[1\\] -name timerprobe 2,394.000 MHz VMs -vm -- -vm-101 *[$(touch EVIL)] -vm-102 *[$(touch EVIL)] -vm-103 *[$(touch EVIL)] -vm-104 *[$(touch EVIL)] -vm-105 *[$(touch EVIL)]",
                $"{SampleScan.First} cluster.group.create -cluster /DC1/host/prod \\[1\\] -name timerprobe 2,593.905 MHz hosts -host -- esx04",
            ],
            govc.Calls.Where(call => call[1] == "cluster.group.create").Select(call => string.Join(' ', call)));
        Assert.Empty(govc.Litter);
    }

    [Fact]
    public async Task A_group_that_is_there_keeps_its_members_and_gets_those_that_it_lacks()
    {
        using var govc = Named(new FakeGovc())
            .Lists("cluster.group.ls", "timerprobe 2,394.000 MHz hosts\ntimerprobe 2,394.000 MHz VMs")
            .Lists("cluster.group.ls timerprobe 2,394.000 MHz hosts", "esx02\nesx*")
            .Lists("cluster.group.ls timerprobe 2,394.000 MHz VMs", "by hand\n-vm-102 *[$(touch EVIL)]\n-vm-104 *[$(touch EVIL)]\n-vm-105 *[$(touch EVIL)]\n-vm-103 *[$(touch EVIL)]")
            .Lists("cluster.rule.ls", "timerprobe 2,394.000 MHz");
        var (exitCode, output, errors) = await govc.RunAsync(Written.Of(RemediesScript.Shell, Sample()), "--apply", "--drs-rules");
        Assert.Equal(("", 0), (errors, exitCode));
        Assert.Equal(
            ["-vm-101 *[$(touch EVIL)]", "by hand", "-vm-102 *[$(touch EVIL)]", "-vm-104 *[$(touch EVIL)]", "-vm-105 *[$(touch EVIL)]", "-vm-103 *[$(touch EVIL)]"],
            govc.Calls.Single(call => call[1] == "cluster.group.change").SkipWhile(word => word != "--").Skip(1));
        Assert.DoesNotContain(govc.Calls, call => call[1] == "cluster.rule.create");
        Assert.Contains("Already: group timerprobe 2,394.000 MHz hosts in domain-c8 on vc1.example.org\nDone: group timerprobe 2,394.000 MHz VMs in domain-c8 on vc1.example.org, 1 members added\nAlready: rule", output, StringComparison.Ordinal);
    }

    /// <summary>govc takes the last object that has the name.</summary>
    [Fact]
    public async Task A_machine_whose_name_another_has_is_left_out_of_a_group_and_a_group_of_other_hosts_is_left_alone()
    {
        using var govc = Named(new FakeGovc())
            .Lists("find m", "/DC1/vm/-vm-103 *[$(touch EVIL)]\n/DC2/vm/-vm-103 *[$(touch EVIL)]")
            .Lists("cluster.group.ls", "timerprobe 2,593.905 MHz hosts")
            .Lists("cluster.group.ls timerprobe 2,593.905 MHz hosts", "esx04\nesx02");
        var (exitCode, _, errors) = await govc.RunAsync(Written.Of(RemediesScript.Shell, Sample()), "--apply", "--drs-groups");
        Assert.Equal(1, exitCode);
        Assert.Equal(
            "Failed: group timerprobe 2,394.000 MHz VMs in domain-c8 on vc1.example.org: VirtualMachine:vm-103 is left out, for its name is not unique: add it by hand\n"
                + "Failed: group timerprobe 2,593.905 MHz hosts in domain-c8 on vc1.example.org: it has hosts of another frequency: take them out of it first\n",
            errors);
        Assert.DoesNotContain(govc.Calls.Where(call => call[1] == "cluster.group.create"), call => call.Contains("-vm-103 *[$(touch EVIL)]"));
        Assert.DoesNotContain(govc.Calls, call => call[1] == "cluster.group.change");
    }

    [Theory]
    [InlineData("connected", "false", "HostSystem:host-11", "Done: ", null)]
    [InlineData("connected", "false", "HostSystem:host-14", "Already: ", null)] // where it belongs
    [InlineData("connected", "true", "HostSystem:host-11", null, "its destination is not connected, or in maintenance mode")]
    [InlineData("notResponding", "false", "HostSystem:host-11", null, "its destination is not connected, or in maintenance mode")]
    [InlineData("connected", "false", "HostSystem:host-12", null, "it has changed hosts since the scan")]
    public async Task A_machine_is_moved_back_where_nothing_has_changed_since_the_scan(
        string state, string maintenance, string present, string? said, string? problem)
    {
        const string Move = "vMotion of DB01 (vm-101 on vc1.example.org) to esx04.example.org";
        using var govc = Machines(new FakeGovc()).Knows("HostSystem:host-14", "/DC1/host/prod/esx04 [1]")
            .Says("HostSystem:host-14", "runtime.connectionState", state).Says("HostSystem:host-14", "runtime.inMaintenanceMode", maintenance)
            .Says("VirtualMachine:vm-101", "runtime.host", present);
        var (exitCode, output, errors) = await govc.RunAsync(Written.Of(RemediesScript.Shell, WithMove()), "--apply", "--moves");
        var migrations = govc.Calls.Where(call => call[1] == "vm.migrate").Select(call => string.Join(' ', call)).ToList();
        Assert.Equal(said == "Done: " ? [$"{SampleScan.First} vm.migrate -host /DC1/host/prod/esx04 \\[1\\] -vm.ipath={GlobPath}"] : [], migrations);
        Assert.Equal(problem is null ? (0, "") : (1, $"Failed: {Move}: {problem}\n"), (exitCode, errors));
        Assert.Contains(said is null ? "" : said + Move + "\n", output, StringComparison.Ordinal);
        Assert.EndsWith($"{(said == "Done: " ? 3 : 2)} changed, 0 to change, 0 left for the next batch, {(problem is null ? 0 : 1)} failed.\n", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Nothing_is_moved_without_its_switch()
    {
        using var govc = Machines(new FakeGovc());
        await govc.RunAsync(Written.Of(RemediesScript.Shell, WithMove()), "--apply");
        Assert.DoesNotContain(govc.Calls, call => call[1] == "vm.migrate");
    }

    /// <summary>A document without destinations, one whose rules leave no host, and one machine that was measured slow and reads the raw TSC.</summary>
    [Fact]
    public async Task What_the_page_says_to_do_is_what_the_script_does()
    {
        var document = Changed(Sample(), machine => machine.Id switch
        {
            "vm-101" => machine with { HarmlessHosts = ["esx01.example.org", "esx04.example.org"] },
            "vm-103" => machine with { HarmlessHosts = ["esx04.example.org"], MoveObstacle = MoveObstacle.AntiAffinity },
            "vm-104" => machine with
            {
                HarmlessHosts = ["esx04.example.org"],
                Settings = new() { VirtualRdtsc = false },
                Guest = Guest(ClockState.Slow, ClockCause.TscTrapped)
            },
            _ => machine,
        });
        var page = ParsedPage.Of(Written.Of(ScanHtml.Write, document));
        using var dry = new FakeGovc();
        var (_, output, _) = await dry.RunAsync(Written.Of(RemediesScript.Shell, document));

        Assert.Equal(
            ["DB01: vMotion to esx04.example.org", "DB03: Power cycle: a DRS rule between VMs leaves no host to move to", "DB04: Find out who requires the raw TSC, then power-cycle"],
            page.QuerySelectorAll("table.affected tbody tr").Select(row => $"{row.QuerySelector("th a")!.TextContent}: {row.Children[2].TextContent}").Order(StringComparer.Ordinal));
        Assert.Equal(["vm-101"], Ids(output, "Would: vMotion of "));
        Assert.Equal(["vm-103"], Ids(output, "Would: vmx.reboot.powerCycle = TRUE on "));
        const string fix = "Find out who requires the raw TSC in 1 VM, then power-cycle it. vMotion 1 VM to a host of its frequency: no downtime is expected. Power-cycle 1 VM: no suitable host in its cluster";
        Assert.Equal(fix, FleetFixSummary.From(document).Fix);
        Assert.StartsWith($"Proposed by the report: {fix}. Here: 1 vMotion, 1 power cycle at the next restart.\n", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Groups_hold_no_machine_that_is_off_and_none_that_stays_fast_where_it_is_is_moved()
    {
        var document = Changed(Sample(), machine => machine.Id == "vm-101"
            ? machine with { HarmlessHosts = ["esx04.example.org"], Guest = Guest(ClockState.Healthy, ClockCause.None) } : machine);
        using var dry = new FakeGovc();
        var (_, output, _) = await dry.RunAsync(Written.Of(RemediesScript.Shell, document), "--drs-groups");
        Assert.Contains("'VirtualMachine:vm-101' 'VirtualMachine:vm-102' 'VirtualMachine:vm-103' 'VirtualMachine:vm-104' 'VirtualMachine:vm-105'\n", Written.Of(RemediesScript.Shell, document), StringComparison.Ordinal);
        Assert.DoesNotContain("vm-106", Written.Of(RemediesScript.Shell, document), StringComparison.Ordinal);
        Assert.DoesNotContain("Would: vMotion", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Groups_hold_whom_the_script_moves_there_and_never_vSpheres_own_machines()
    {
        var document = Changed(WithMove(), machine => machine.Name == "WEB01" ? machine with { Name = "vCLS-4c4c4544-0042" } : machine);
        var script = Written.Of(RemediesScript.Shell, document);

        Assert.Equal("  'VirtualMachine:vm-101'", script.Split('\n').SkipWhile(line => !line.Contains("2,593.905 MHz VMs", StringComparison.Ordinal)).Skip(1).First());
        Assert.DoesNotContain("'VirtualMachine:vm-105'", script, StringComparison.Ordinal);
        using var without = new FakeGovc();
        Assert.DoesNotContain("Would: rule", (await without.RunAsync(script, "--drs-groups")).Output, StringComparison.Ordinal);
        Assert.Contains("Would: rule timerprobe 2,593.905 MHz in domain-c8 on vc1.example.org\n", (await without.RunAsync(script, "--drs-rules")).Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("/DC1/vm/one\n/DC1/vm/two", "x", "not exactly one virtual machine found")]
    [InlineData("/DC1/vm/other", "5022ffff-0000-4000-8000-000000000000", "another virtual machine has this id now")]
    public async Task After_a_failure_the_next_is_tried_and_the_end_tells(string path, string uuid, string problem)
    {
        using var govc = Machines(new FakeGovc()).Knows("VirtualMachine:vm-101", path, uuid);
        var (exitCode, output, errors) = await govc.RunAsync(Written.Of(RemediesScript.Shell, Sample()), "--apply");
        Assert.Equal((1, $"Failed: vmx.reboot.powerCycle = TRUE on DB01 (vm-101 on vc1.example.org): {problem}\n"), (exitCode, errors));
        Assert.EndsWith("2 changed, 0 to change, 0 left for the next batch, 1 failed.\n", output, StringComparison.Ordinal);
        Assert.EndsWith("0 changed, 0 to change, 0 left for the next batch, 3 failed.\n",
            (await govc.Refuses().RunAsync(Written.Of(RemediesScript.Shell, Sample()), "--apply")).Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--aply")]
    [InlineData("apply")]
    public async Task An_unknown_argument_ends_it(string argument)
    {
        using var govc = new FakeGovc();
        var (exitCode, output, errors) = await govc.RunAsync(Written.Of(RemediesScript.Shell, Sample()), "--apply", argument);
        Assert.Equal((2, "", "usage: remedies.sh [--apply] [--server=NAME] [--moves] [--pilot] [--batch=N] [--drs-groups] [--drs-rules]\n"), (exitCode, output, errors));
        Assert.Empty(govc.Calls);
    }

    [Fact]
    public async Task The_script_of_an_anonymized_scan_does_nothing()
    {
        using var govc = Machines(new FakeGovc());
        var (exitCode, _, errors) = await govc.RunAsync(Written.Of(RemediesScript.Shell, Sample() with { Anonymized = true }), "--apply");
        Assert.Equal(2, exitCode);
        Assert.Contains("anonymized", errors, StringComparison.Ordinal);
        Assert.Empty(govc.Calls);
    }

    [Fact]
    public async Task A_fleet_at_home_makes_a_script_that_runs()
    {
        using var govc = new FakeGovc();
        var (exitCode, output, _) = await govc.RunAsync(Written.Of(RemediesScript.Shell, Sample() with { VCenters = [] }), "--apply", "--drs-groups");
        Assert.Equal(
            (0, "Proposed by the report: nothing. Here: 0 vMotions, 0 power cycles at the next restart.\n0 changed, 0 to change, 0 left for the next batch, 0 failed.\n"), (exitCode, output));
    }

    [Theory]
    [MemberData(nameof(HostileNames.All), MemberType = typeof(HostileNames))]
    public async Task It_runs_whatever_the_server_and_the_ids_are(string text)
    {
        using var govc = new FakeGovc();
        var (exitCode, _, errors) = await govc.RunAsync(Written.Of(RemediesScript.Shell, WithIds(text)), "--drs-groups");
        Assert.Equal((0, ""), (exitCode, errors));
        Assert.Empty(govc.Litter);
    }

    /// <summary>A sample whose machines away from home do not read the raw TSC and have no host to go to: a power cycle is their remedy.</summary>
    internal static ScanDocument Sample(ScanDocument? document = null)
    {
        document ??= SampleScan.Document;
        return document with
        {
            VCenters = [.. document.VCenters.Select(vcenter => vcenter with
            {
                VirtualMachines = [.. vcenter.VirtualMachines.Select(
                    machine => machine with { Settings = machine.Settings with { VirtualRdtsc = null }, HarmlessHosts = [] })],
            })],
        };
    }

    private static List<string> Ids(string output, string beginning) =>
        [.. output.Split('\n').Where(line => line.StartsWith(beginning, StringComparison.Ordinal))
            .Select(line => line[(line.LastIndexOf('(') + 1)..line.IndexOf(" on vc", StringComparison.Ordinal)])];

    /// <summary>The sample, with one machine to be moved to a host of its cluster.</summary>
    internal static ScanDocument WithMove() => Changed(Sample(), machine => machine.Id == "vm-101"
        ? machine with { Destination = "esx04.example.org", HarmlessHosts = ["esx04.example.org"] } : machine);

    internal static ScanDocument WithIds(string text)
    {
        var vcenter = Sample(SampleScan.Named(text)).VCenters[0];
        return SampleScan.Document with
        {
            VCenters =
            [
                vcenter with
                {
                    Server = text,
                    Hosts = [.. vcenter.Hosts.Select(host => host with { Id = text + host.Id, ClusterId = text })],
                    Clusters = [.. vcenter.Clusters.Select(cluster => cluster with { Id = text })],
                    VirtualMachines = [.. vcenter.VirtualMachines.Select(
                        machine => machine with { Id = text, InstanceUuid = text, HostId = text + machine.HostId, ClusterId = text })],
                },
            ],
        };
    }

    private static JoinedGuest Guest(ClockState state, ClockCause cause) => new(Guid.Parse("0198f0c2-0000-7000-8000-000000000009"), state, cause, "uuid") { Source = GuestSource.File };

    internal static ScanDocument Changed(ScanDocument document, Func<VirtualMachineFacts, VirtualMachineFacts> change) => document with
    {
        VCenters = [document.VCenters[0] with { VirtualMachines = [.. document.VCenters[0].VirtualMachines.Select(change)] },
            .. document.VCenters.Skip(1)],
    };

    /// <summary>The cluster, and names that a shell or govc would take for its own.</summary>
    private static FakeGovc Named(FakeGovc govc)
    {
        foreach (var machine in SampleScan.Document.VCenters[0].VirtualMachines)
        {
            govc.Says($"VirtualMachine:{machine.Id}", "name", $"-{machine.Id} *[$(touch EVIL)]");
        }

        return Machines(govc).Knows("ClusterComputeResource:domain-c8", "/DC1/host/prod [1]").Says("HostSystem:host-11", "name", "esx*")
            .Says("HostSystem:host-12", "name", "esx02").Says("HostSystem:host-14", "name", "esx04");
    }

    private static FakeGovc Machines(FakeGovc govc, ScanDocument? document = null)
    {
        foreach (var machine in (document ?? SampleScan.Document)
            .VCenters[0].VirtualMachines.Where(machine => machine.Placement == Placement.Away))
        {
            govc.Knows($"VirtualMachine:{machine.Id}", GlobPath, machine.InstanceUuid);
        }

        return govc.Knows("VirtualMachine:vm-105", "/DC1/vm/WEB01");
    }
}
