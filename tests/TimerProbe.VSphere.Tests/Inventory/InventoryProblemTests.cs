namespace TimerProbe.VSphere.Tests.Inventory;

public sealed class InventoryProblemTests : StubServerTest
{
    [Fact]
    public async Task What_the_account_may_not_see_is_said_once_for_each_reason()
    {
        var fleet = new StubFleet(Server).WithCluster(machines: 9);
        foreach (var id in Enumerable.Range(1, 7))
        {
            fleet[$"vm-{id}"].Forbid("config.extraConfig", "System.Read").Forbid("config.uuid", "System.Read");
        }

        fleet["vm-9"].Forbid("name", "System.View");
        fleet["host-2"].Forbid("hardware.cpuInfo.hz", "System.Read");
        var vc = (await ReadInventoryAsync()).VCenter;
        Assert.Equal(ReadStatus.Partial, vc.Status);
        Assert.Equal(
            [
                "1 host could not be read in full: no permission (System.Read) on hardware.cpuInfo.hz: esx02",
                "1 virtual machine could not be read in full: no permission (System.View) on name: vm-9",
                "7 virtual machines could not be read in full: no permission (System.Read) on config.extraConfig, config.uuid: VM 1, VM 2, VM 3, VM 4, VM 5 and 2 more",
            ],
            vc.Problems);
        Assert.Equal(9, vc.VirtualMachines.Count);
        Assert.Equal("vm-9", vc.VirtualMachines.Single(machine => machine.Id == "vm-9").Name);
        Assert.Null(vc.Hosts.Single(host => host.Name == "esx02").Hz);
    }

    [Fact]
    public async Task What_was_read_before_a_fault_that_stays_is_kept_and_said()
    {
        new StubFleet(Server).WithCluster(machines: 45).PageAtMost = 10;
        Server.On("ContinueRetrievePropertiesEx", _ => StubAnswer.Fault("SystemError", "database is down"));
        var vcenter = (await ReadInventoryAsync()).VCenter;
        Assert.Equal((ReadStatus.Partial, 10), (vcenter.Status, vcenter.VirtualMachines.Count));
        Assert.Equal([$"not all virtual machines could be read, but 10 of them: {Server.Address} failed ContinueRetrievePropertiesEx: database is down (SystemError)"], vcenter.Problems);
    }

    [Fact]
    public async Task HTML_after_the_login_asks_for_no_other_address()
    {
        new StubFleet(Server).WithCluster(machines: 1);
        Server.On("CreateCollectorForEvents", _ => StubAnswer.Status(500));
        Assert.Equal(
            [$"events could not be read, so no home is known from them: {Server.Address} answered CreateCollectorForEvents with HTTP 500 and no SOAP"],
            (await ReadInventoryAsync()).VCenter.Problems);
    }

    [Fact]
    public async Task A_value_that_is_no_text_takes_no_other_with_it()
    {
        var fleet = new StubFleet(Server).WithCluster(machines: 2);
        fleet["vm-1"].Text("guest.hostName", "db\u0001\uFFFF01");
        fleet.Events.Add("VmPoweredOnEvent", Boot, "vm-\u00021", "host-1");
        fleet.Events.Add("VmPoweredOnEvent", Boot, "vm-2", "host-1");
        var reading = await ReadInventoryAsync();
        Assert.Null(reading.EventsMissing);
        Assert.Equal("db\uFFFD\uFFFD01", reading.VCenter.VirtualMachines[0].GuestHostName);
        Assert.Equal(["vm-2"], reading.Events.Keys);
    }

    [Fact]
    public void Bytes_that_are_no_text_come_as_the_replacement_character()
    {
        using var text = new Soap.SanitizedText(new MemoryStream([.. "<a>\t"u8, 0xC3, 0x28, 0xFF, 0x00, .. "é</a>"u8]));
        var read = new char[100];
        Assert.Equal("<a>\t\uFFFD(\uFFFD\uFFFDé</a>", new string(read, 0, text.Read(read, 0, read.Length)));
    }

    [Fact]
    public async Task What_vSphere_runs_for_itself_is_counted_apart_and_what_another_extension_manages_is_somebodys()
    {
        var fleet = new StubFleet(Server).WithCluster(machines: 1);
        fleet.Add("Folder", "group-v9", "vCLS", "Folder", "group-v1");
        fleet.AddMachine("vm-11", "vCLS-4c4c4544-0042");
        fleet.AddMachine("vm-12", "agent of a folder", folder: "group-v9");
        fleet.AddMachine("vm-13", "file service").Value("config.managedBy", "ManagedByInfo", "<extensionKey>com.vmware.vim.eam</extensionKey><type>VM</type>");
        fleet.AddMachine("vm-15", "cluster service").Value("config.managedBy", "ManagedByInfo", "<extensionKey>other</extensionKey><type>cluster-agent</type>");
        (string Name, string Extension)[] managed =
        [
            ("a firewall", "com.vmware.nsx.management.nsxt"), ("a pod's", "com.vmware.vcenter.wcp"), ("a tenant's", "com.vmware.vcloud"),
            ("nobody's", ""), ("of a backup", "com.example.backup"),
        ];
        foreach (var (number, (name, extension)) in managed.Index())
        {
            fleet.AddMachine($"vm-{20 + number}", name)
                .Value("config.managedBy", "ManagedByInfo", $"<extensionKey>{extension}</extensionKey><type>VirtualMachine</type>");
        }

        fleet.AddMachine("vm-17", "parent of clones").Value("runtime.instantCloneFrozen", "xsd:boolean", "true");
        var vcenter = (await ReadInventoryAsync()).VCenter;
        Assert.Equal(
            [
                ("VM 1", null), ("a firewall", "NSX"), ("a pod's", "Kubernetes of vSphere (Supervisor)"), ("a tenant's", "Cloud Director"),
                ("nobody's", null), ("of a backup", "an extension of vCenter"),
            ],
            vcenter.VirtualMachines.Select(machine => (machine.Name, machine.ManagedBy)));
        Assert.Equal((4, 1), (vcenter.Agents, vcenter.Frozen));
    }

    [Fact]
    public async Task An_account_that_sees_no_host_is_told_so()
    {
        _ = new StubFleet(Server);
        var reading = await ReadInventoryAsync();
        Assert.Equal((ReadStatus.Partial, false), (reading.VCenter.Status, reading.View.IsWhole && reading.VCenter.Hosts.Count > 0));
        Assert.Equal(["the account sees no host"], reading.VCenter.Problems);
    }

    [Fact]
    public async Task Machines_on_hosts_that_the_account_does_not_see_are_said_and_leave_the_view_open()
    {
        var fleet = new StubFleet(Server).WithCluster(machines: 1);
        fleet.AddMachine("vm-8", "VM 8", host: "host-8");
        fleet.AddMachine("vm-9", "VM 9", host: "host-9");
        var reading = await ReadInventoryAsync();
        Assert.Equal(["2 virtual machines run on hosts that the account does not see: VM 8, VM 9"], reading.VCenter.Problems);
        Assert.Equal((ReadStatus.Partial, false), (reading.VCenter.Status, reading.View.IsWhole));
        Assert.Equal(["domain-c1"], reading.View.PartialClusters);
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(false, false)]
    public async Task Who_does_not_see_the_root_of_the_inventory_does_not_see_all_of_it(bool isGranted, bool isWhole)
    {
        var fleet = new StubFleet(Server);
        fleet.AddHost("host-1", "esx01", "2394000000", "ComputeResource", "domain-s1");
        fleet.AddMachine("vm-1", "VM 1");
        Server.On("RetrieveServiceContent", _ => StubAnswer.Xml(StubContent.ServiceContent(authorizes: true)));
        Server.On("HasPrivilegeOnEntities", _ => StubAnswer.Xml(
            $"<returnval><entity type=\"Folder\">group-d1</entity><privAvailability><privId>System.Read</privId><isGranted>{(isGranted ? "true" : "false")}</isGranted></privAvailability></returnval>"));
        Assert.Equal(isWhole, (await ReadInventoryAsync()).View.IsWhole);
    }

    [Fact]
    public async Task A_host_without_a_frequency_is_said()
    {
        new StubFleet(Server).WithCluster(machines: 1)["host-2"].Unset("hardware.cpuInfo.hz");
        Assert.Equal(["1 host did not report a frequency (hardware.cpuInfo.hz): esx02"], (await ReadInventoryAsync()).VCenter.Problems);
    }

    [Theory]
    [InlineData("config.latencySensitivity.level", null)]
    [InlineData("config.option", null)]
    [InlineData("config.extraConfig", "this server does not know config.extraConfig of a virtual machine")]
    [InlineData("hardware.cpuInfo.hz", "this server does not know hardware.cpuInfo.hz: no frequencies can be compared")]
    public async Task A_path_that_the_server_does_not_know_is_a_problem_only_where_it_matters(string path, string? problem)
    {
        var fleet = new StubFleet(Server).WithCluster(machines: 2);
        fleet.UnknownPaths.Add(path);
        var vc = (await ReadInventoryAsync()).VCenter;
        Assert.Equal(2, vc.VirtualMachines.Count);
        Assert.Equal(problem is not null, vc.Problems.Contains(problem));
        Assert.Equal(problem is null ? ReadStatus.Complete : ReadStatus.Partial, vc.Status);
    }

    [Theory]
    [InlineData("6.7.3", false)]
    [InlineData("8.0.0.1", true)]
    public async Task Newer_paths_are_asked_for_by_version(string apiVersion, bool isAsked)
    {
        _ = new StubFleet(Server).WithCluster(machines: 1);
        Server.On("RetrieveServiceContent", _ => StubAnswer.Xml(StubContent.ServiceContent(apiVersion)));
        await ReadInventoryAsync();
        Assert.Equal(isAsked, Server.Requests.Any(request => request.Texts("pathSet").Contains("config.rebootPowerOff")));
    }

    [Fact]
    public async Task An_inventory_that_the_server_cuts_short_is_used_and_said_to_be_cut()
    {
        _ = new StubFleet(Server).WithCluster(machines: 1_500).Served(1_200);
        var vc = (await ReadInventoryAsync()).VCenter;
        Assert.Equal((1_200, ReadStatus.Partial), (vc.VirtualMachines.Count, vc.Status));
        Assert.Contains("left out 300 of 1500 objects of type VirtualMachine", Assert.Single(vc.Problems), StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_was_read_by_the_deadline_is_kept()
    {
        _ = new StubFleet(Server).WithCluster(machines: 3);
        using var deadline = new CancellationTokenSource();
        Server.On("ReadNextEvents", _ => StubAnswer.Never());
        var usual = Server.Answer("RetrievePropertiesEx");
        // The counters are asked for once the machines are read.
        Server.On("RetrievePropertiesEx", request => request.Text("obj") == "PerfMgr" ? StubAnswer.Never(deadline.Cancel) : usual(request));
        var reading = await ReadInventoryAsync(new InventoryOptions { Performance = true, Deadline = deadline.Token });
        Assert.Equal(3, reading.VCenter.VirtualMachines.Count);
        Assert.Equal(ReadStatus.Partial, reading.VCenter.Status);
        Assert.Equal("events were not read within the time limit", reading.EventsMissing);
        Assert.Contains("performance was not read within the time limit", reading.VCenter.Problems);
        Assert.Equal(0, Server.OpenSessions);
    }

    /// <summary>The failure is thrown, and not what it cancelled.</summary>
    [Theory]
    [InlineData("VirtualMachine")]
    [InlineData("HostSystem")]
    public async Task Machines_or_hosts_that_cannot_be_read_at_all_end_the_reading_and_leave_nothing_running(string type)
    {
        _ = new StubFleet(Server).WithCluster(machines: 1);
        var usual = Server.Answer("CreateContainerView");
        var events = new TaskCompletionSource();
        Server.On("CreateContainerView", request => request.Text("type") == type ? StubAnswer.Fault("SystemError", "out of memory").After(events.Task) : usual(request));
        Server.On("ReadNextEvents", _ => StubAnswer.Never(() => events.TrySetResult()));
        var error = await Assert.ThrowsAsync<VSphereException>(() => ReadInventoryAsync());
        Assert.Contains("out of memory", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_cluster_that_is_not_seen_is_called_by_its_id()
    {
        _ = new StubFleet(Server).WithCluster(machines: 1);
        Server.On("CreateContainerView", request => request.Text("type") == "ComputeResource"
            ? StubAnswer.Fault("NoPermission", members: "<privilegeId>System.View</privilegeId>")
            : StubAnswer.Xml($"""<returnval type="ContainerView">{request.Text("type")}#{request.Turn}</returnval>"""));
        var vc = (await ReadInventoryAsync()).VCenter;
        Assert.All(vc.Hosts, host => Assert.Equal(("domain-c1", "domain-c1"), (host.Cluster, host.ClusterId)));
        Assert.StartsWith("clusters could not be read: ", Assert.Single(vc.Problems), StringComparison.Ordinal);
        await Assert.ThrowsAsync<VSphereException>(() => ReadInventoryAsync(new ScanScope { Clusters = ["prod"] }));
    }

    [Fact]
    public async Task A_machine_that_is_deleted_meanwhile_is_not_there()
    {
        new StubFleet(Server).WithCluster(machines: 2)["vm-2"].Lose("config.uuid");
        var usual = Server.Answer("RetrievePropertiesEx");
        var turn = 0;
        Server.On("RetrievePropertiesEx", request => request.Text("pathSet") == "view" && request.Text("obj")!.StartsWith("VirtualMachine", StringComparison.Ordinal) && ++turn == 2
            ? usual(request).Edited(content => content.Replace("vm-2", "vm-1", StringComparison.Ordinal))
            : usual(request));
        var vc = (await ReadInventoryAsync()).VCenter;
        Assert.Equal("VM 1", Assert.Single(vc.VirtualMachines).Name);
        Assert.Empty(vc.Problems);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("VM *")]
    public async Task A_part_that_is_not_found_makes_no_machine_and_no_host_vanish(string? name)
    {
        var fleet = new StubFleet(Server).WithCluster(machines: 160);
        for (var i = 1; i <= 160; i++)
        {
            fleet[$"vm-{i}"].Lose("config.guestId");
        }

        fleet["host-2"].Lose("config.product.build");
        var vc = (await ReadInventoryAsync(new ScanScope { Names = name is null ? [] : [name] })).VCenter;
        Assert.Equal((160, 2, ReadStatus.Partial), (vc.VirtualMachines.Count, vc.Hosts.Count, vc.Status));
        Assert.Contains(vc.Problems, problem => problem.StartsWith("160 virtual machines could not be read in full: gone on config.guestId: ", StringComparison.Ordinal));
        Assert.Contains("1 host could not be read in full: gone on config.product.build: esx02", vc.Problems);
    }

    [Fact]
    public async Task Objects_of_another_type_than_asked_for_are_passed_over()
    {
        var fleet = new StubFleet(Server).WithCluster(machines: 1);
        fleet["vm-1"].Shadow = "Intruder";
        fleet["host-1"].Shadow = "Intruder";
        var vc = (await ReadInventoryAsync()).VCenter;
        Assert.Single(vc.VirtualMachines);
        Assert.Equal(2, vc.Hosts.Count);
    }

    [Fact]
    public async Task Performance_that_is_refused_leaves_the_rest()
    {
        var fleet = new StubFleet(Server).WithCluster(machines: 1);
        fleet.Add("PerformanceManager", "PerfMgr", "").Value("perfCounter", "ArrayOfPerfCounterInfo", """
            <PerfCounterInfo><key>12</key><nameInfo><key>ready</key></nameInfo><groupInfo><key>cpu</key></groupInfo><rollupType>summation</rollupType></PerfCounterInfo>
            """);
        Server.On("QueryOptions", _ => StubAnswer.Fault("InvalidName"));
        Server.On("QueryPerf", _ => StubAnswer.Fault("NoPermission", members: "<privilegeId>System.Read</privilegeId>"));
        var reading = await ReadInventoryAsync(new InventoryOptions { Performance = true });
        Assert.StartsWith("performance could not be read: ", Assert.Single(reading.VCenter.Problems), StringComparison.Ordinal);
        Assert.Null(Assert.Single(reading.VCenter.VirtualMachines).Pressure);
    }
}
