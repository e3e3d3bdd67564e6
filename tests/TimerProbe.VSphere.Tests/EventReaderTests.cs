namespace TimerProbe.VSphere.Tests;

public sealed class EventReaderTests : StubServerTest
{
    [Fact]
    public async Task A_migration_tells_both_hosts()
    {
        var read = Assert.Single(await ReadAsync("""
            <returnval xsi:type="VmMigratedEvent">
              <key>4711</key><chainId>4700</chainId><createdTime>2026-11-20T03:04:05.678Z</createdTime><userName>DOM\admin</userName>
              <datacenter><name>DC</name><datacenter type="Datacenter">datacenter-2</datacenter></datacenter>
              <computeResource><name>prod</name><computeResource type="ClusterComputeResource">domain-c8</computeResource></computeResource>
              <host><name>esx02</name><host type="HostSystem">host-13</host></host>
              <vm><name>DB01</name><vm type="VirtualMachine">vm-101</vm></vm>
              <fullFormattedMessage></fullFormattedMessage>
              <template>false</template>
              <sourceHost><name>esx01</name><host type="HostSystem">host-12</host></sourceHost>
            </returnval>
            """));
        Assert.Equal("VmMigratedEvent", read.Type);
        Assert.Equal((4711, 4700), (read.Key, read.ChainId));
        Assert.Equal(new DateTimeOffset(2026, 11, 20, 3, 4, 5, 678, TimeSpan.Zero), read.CreatedTime);
        Assert.Equal(Entity("DB01", "VirtualMachine", "vm-101"), read.Vm);
        Assert.Equal(Entity("esx02", "HostSystem", "host-13"), read.Host);
        Assert.Equal(Entity("esx01", "HostSystem", "host-12"), read.SourceHost);
    }

    [Fact]
    public async Task An_extended_event_and_a_task_tell_what_they_are()
    {
        var read = await ReadAsync("""
            <returnval xsi:type="EventEx">
              <key>1</key><chainId>1</chainId><createdTime>2026-11-20T03:00:00Z</createdTime>
              <eventTypeId>com.vmware.vc.ha.VmRestartedByHAEvent</eventTypeId><severity>info</severity>
              <arguments><key>host</key><value xsi:type="xsd:string">esx02</value></arguments>
              <objectId>vm-101</objectId><objectType>vim.VirtualMachine</objectType><objectName>DB01</objectName>
            </returnval>
            <returnval xsi:type="TaskEvent">
              <key>2</key><chainId>2</chainId><createdTime>2026-11-20T04:00:00Z</createdTime>
              <info><key>task-9</key><task type="Task">task-9</task><name>RevertToSnapshot_Task</name><descriptionId>VirtualMachine.revertToSnapshot</descriptionId>
                <entity type="VirtualMachine">vm-102</entity><entityName>DB02</entityName><state>queued</state></info>
            </returnval>
            """);
        Assert.Equal("com.vmware.vc.ha.VmRestartedByHAEvent", read[0].EventTypeId);
        Assert.Equal(Entity("DB01", "VirtualMachine", "vm-101"), read[0].Vm);
        Assert.Equal(("VirtualMachine.revertToSnapshot", "queued"), (read[1].DescriptionId, read[1].TaskState));
        Assert.Equal(Entity("DB02", "VirtualMachine", "vm-102"), read[1].Vm);
    }

    [Theory]
    [InlineData("<vm><vm type='VirtualMachine'>vm-101</vm></vm>", "", "vm-101")]
    [InlineData("<vm><name>DB01</name><vm type='VirtualMachine'>vm-101</vm></vm><objectId>vm-9</objectId><objectType>vim.VirtualMachine</objectType>", "DB01", "vm-101")]
    [InlineData("<vm><name>DB01</name><vm type='VirtualMachine'>vm-101</vm></vm><info><entity type='VirtualMachine'>vm-9</entity></info>", "DB01", "vm-101")]
    [InlineData("<objectId>host-1</objectId><objectType>vim.HostSystem</objectType><objectName>esx01</objectName>", null, null)]
    [InlineData("<objectType>vim.VirtualMachine</objectType><objectName>DB01</objectName>", null, null)]
    [InlineData("<objectId>vm-101</objectId><objectName>DB01</objectName>", null, null)]
    [InlineData("<info><entity type='HostSystem'>host-1</entity><entityName>esx01</entityName></info>", null, null)]
    public async Task Of_several_that_an_event_names_the_machine_itself_counts(string members, string? name, string? id)
    {
        var read = Assert.Single(await ReadAsync($"<returnval><key>1</key><createdTime>2026-11-20T03:00:00Z</createdTime>{members}</returnval>"));
        Assert.Equal(("Event", name, id, id is null ? null : "VirtualMachine"), (read.Type, read.Vm?.Name, read.Vm?.Reference?.Value, read.Vm?.Reference?.Type));
    }

    [Theory]
    [InlineData("", "an event has no time")]
    [InlineData("<createdTime>yesterday</createdTime>", "the time of an event is invalid")]
    public async Task An_event_without_a_time_is_no_answer(string time, string why)
    {
        var refused = await Assert.ThrowsAsync<VSphereException>(() => ReadAsync($"<returnval><key>1</key>{time}</returnval>", times: 2));
        Assert.Contains(why, refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Empty_pages_in_between_do_not_end_the_reading()
    {
        Script(Server, [Event(1) + Event(2), "", "", Event(3), "", "", ""]);
        await using var session = await Server.ConnectAsync();
        List<int> keys = [];
        string[] types = ["VmPoweredOnEvent", "com.vmware.vc.ha.VmRestartedByHAEvent"];
        var from = new DateTimeOffset(2026, 10, 21, 2, 0, 0, TimeSpan.FromHours(2));
        Assert.Equal(3, await new EventReader(session).ReadAsync(types, from, read => keys.Add(read.Key), Cancel));
        Assert.Equal([1, 2, 3], keys);

        var create = Server.Requests.Single(request => request.Method == "CreateCollectorForEvents");
        Assert.Equal(types, create.Texts("eventTypeId"));
        Assert.Equal(("2026-10-21T00:00:00.000Z", "true"), (create.Text("beginTime"), create.Text("disableFullMessage")));
        Assert.Equal("1000", Server.Requests.First(request => request.Method == "ReadNextEvents").Text("maxCount"));
        Assert.Equal(1, Server.Count("DestroyCollector"));
    }

    [Fact]
    public async Task A_session_lost_between_pages_begins_anew_without_repeating_events()
    {
        Script(Server, [Event(1), Event(2), Event(3)]);
        await using var session = await Server.ConnectAsync();
        List<int> keys = [];
        await new EventReader(session).ReadAsync(["VmPoweredOnEvent"], from: null, read =>
        {
            keys.Add(read.Key);
            if (read.Key == 2)
            {
                Server.ExpireSessions();
                Script(Server, [Event(1) + Event(2) + Event(3)]);
            }
        }, Cancel);
        Assert.Equal([1, 2, 3], keys);
        Assert.Equal(2, Server.Count("CreateCollectorForEvents"));
    }

    [Fact]
    public async Task The_collector_is_destroyed_also_when_a_page_fails()
    {
        Script(Server, []);
        Server.On("ReadNextEvents", _ => StubAnswer.Fault("SystemError", "database is down"));
        await using var session = await Server.ConnectAsync();
        var error = await Assert.ThrowsAsync<VSphereException>(() => new EventReader(session).ReadAsync(["VmPoweredOnEvent"], from: null, _ => { }, Cancel));
        Assert.Equal($"{Server.Address} failed ReadNextEvents: database is down (SystemError)", error.Message);
        Assert.Equal((2, 2), (Server.Count("CreateCollectorForEvents"), Server.Count("DestroyCollector")));
    }

    private static string Event(int key) => string.Create(
        CultureInfo.InvariantCulture, $"""<returnval xsi:type="VmPoweredOnEvent"><key>{key}</key><chainId>{key}</chainId><createdTime>2026-11-20T03:00:00Z</createdTime></returnval>""");

    private static void Script(StubServer server, IReadOnlyList<string> pages)
    {
        var left = new Queue<string>(pages);
        server.On("CreateCollectorForEvents", _ => StubAnswer.Xml("""<returnval type="EventHistoryCollector">session[1]2</returnval>"""));
        server.On("SetCollectorPageSize", _ => StubAnswer.Empty);
        server.On("ReadNextEvents", _ => StubAnswer.Xml(left.TryDequeue(out var page) ? page : ""));
        server.On("DestroyCollector", _ => StubAnswer.Empty);
    }

    private async Task<List<VSphereEvent>> ReadAsync(string page, int times = 1)
    {
        Script(Server, [.. Enumerable.Repeat(page, times)]);
        await using var session = await Server.ConnectAsync();
        List<VSphereEvent> read = [];
        await new EventReader(session).ReadAsync(["VmMigratedEvent"], from: null, read.Add, Cancel);
        return read;
    }

    private static (string Name, ManagedObjectReference? Reference)? Entity(string name, string type, string id) =>
        (name, new ManagedObjectReference(type, id));
}
