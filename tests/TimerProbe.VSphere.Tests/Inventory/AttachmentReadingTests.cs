namespace TimerProbe.VSphere.Tests.Inventory;

public sealed class AttachmentReadingTests : StubServerTest
{
    [Fact]
    public async Task Machines_and_hosts_are_read_with_a_request_each_and_what_may_not_be_seen_is_left_out()
    {
        var fleet = new StubFleet(Server).WithCluster(3);
        Attach(fleet["vm-1"], "datastore-1", "network-7");
        Attach(fleet["vm-2"], "datastore-1");
        fleet["vm-2"].Forbid("network", "System.Read");
        Attach(fleet["host-1"], "datastore-1", "datastore-2", "dvportgroup-9", "network-7");

        await using var session = await Server.ConnectAsync();
        var reading = new AttachmentReading(session, CancellationToken.None);
        var attached = await reading.ReadAsync(["vm-1", "vm-2", "vm-3"], ["host-1", "host-2"], Cancel);

        Assert.Equal(["host-1", "vm-1"], attached.Keys.Order(StringComparer.Ordinal));
        Assert.Equal(["datastore-1", "network-7"], attached["vm-1"].Order(StringComparer.Ordinal));
        Assert.Equal(4, attached["host-1"].Count);
        Assert.Equal(("otherClusters", 2), (reading.Steps.Single().Name, reading.Steps.Single().Requests));
    }

    [Fact]
    public async Task Without_a_machine_nothing_is_asked()
    {
        _ = new StubFleet(Server).WithCluster(1);
        await using var session = await Server.ConnectAsync();
        var reading = new AttachmentReading(session, CancellationToken.None);
        Assert.Empty(await reading.ReadAsync([], ["host-1"], Cancel));
        Assert.Equal((0, 0), (Server.Count("RetrievePropertiesEx"), reading.Steps.Count));
    }

    [Fact]
    public async Task A_refusal_and_the_end_of_the_time_leave_it_unread()
    {
        var fleet = new StubFleet(Server).WithCluster(1);
        Attach(fleet["vm-1"], "datastore-1");
        await using var session = await Server.ConnectAsync();
        Assert.Empty(await new AttachmentReading(session, new CancellationToken(canceled: true)).ReadAsync(["vm-1"], ["host-1"], Cancel));

        Server.On("RetrievePropertiesEx", _ => StubAnswer.Fault("NoPermission"));
        Assert.Empty(await new AttachmentReading(session, CancellationToken.None).ReadAsync(["vm-1"], ["host-1"], Cancel));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => new AttachmentReading(session, CancellationToken.None).ReadAsync(["vm-1"], ["host-1"], new CancellationToken(canceled: true)));
    }

    private static void Attach(StubObject to, params string[] ids)
    {
        foreach (var (path, type, own) in new[] { ("datastore", "Datastore", ids.Where(id => id[0] == 'd' && id[1] == 'a')),
            ("network", "Network", ids.Where(id => id[1] != 'a')) })
        {
            to.Value(path, "ArrayOfManagedObjectReference", string.Concat(own.Select(id => $"""<ManagedObjectReference type="{type}" xsi:type="ManagedObjectReference">{id}</ManagedObjectReference>""")));
        }
    }
}
