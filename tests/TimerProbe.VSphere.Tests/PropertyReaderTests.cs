using TimerProbe.VSphere.Queries;
using TimerProbe.VSphere.Tests.Stub;

namespace TimerProbe.VSphere.Tests;

public sealed class PropertyReaderTests
{
    private static readonly PropertySpec Spec = new("VirtualMachine", ["name", "config.hardware.numCPU"]);

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task All_pages_are_read_in_order_and_nothing_is_left_on_the_server()
    {
        await using var server = await StubServer.StartAsync();
        var inventory = new StubInventory(server, 2_500);
        List<ObjectContent> read = [];
        await using (var session = await server.ConnectAsync())
        {
            var meter = new RequestMeter();
            var summary = await new PropertyReader(session, meter).ReadAllAsync(Spec, read.Add, Cancel);
            Assert.Equal(2_500, summary.Objects);
            Assert.Empty(summary.RefusedPaths);
            // View, its members, three pages, farewell.
            Assert.Equal(6, meter.Requests);
            Assert.Equal(8, session.Total.Requests);
        }

        Assert.Equal(Enumerable.Range(0, 2_500).Select(i => $"VM {i}"), read.Select(content => content.Text("name")));
        Assert.All(read, content => Assert.Equal(4, content.Number("config.hardware.numCPU")));
        Assert.Equal(0, inventory.OpenTokens);
        Assert.Equal(1, server.Count("DestroyView"));
        Assert.Equal(0, server.OpenSessions);
        Assert.Equal(["1000"], server.Requests.First(request => request.Text("maxObjects") is not null).Texts("maxObjects"));
    }

    [Fact]
    public async Task Smaller_pages_than_asked_for_are_followed_to_the_end()
    {
        await using var server = await StubServer.StartAsync();
        _ = new StubInventory(server, 250) { PageAtMost = 100 };
        await using var session = await server.ConnectAsync();
        var count = 0;
        await new PropertyReader(session).ReadAllAsync(Spec, _ => count++, Cancel);
        Assert.Equal(250, count);
        Assert.Equal(2, server.Count("ContinueRetrievePropertiesEx"));
    }

    [Fact]
    public async Task A_server_that_cuts_the_inventory_short_fails_loudly()
    {
        await using var server = await StubServer.StartAsync();
        _ = new StubInventory(server, 1_500) { ServedAtMost = 1_200 };
        await using var session = await server.ConnectAsync();
        var error = await Assert.ThrowsAsync<VSphereException>(() => new PropertyReader(session).ReadAllAsync(Spec, _ => { }, Cancel));
        Assert.Equal(VSphereErrorKind.IncompleteInventory, error.Kind);
        Assert.Contains("left out 300 of 1500 objects", error.Message, StringComparison.Ordinal);
        Assert.Equal(1, server.Count("DestroyView"));
    }

    [Fact]
    public async Task A_property_that_may_not_be_read_is_told_with_its_privilege()
    {
        await using var server = await StubServer.StartAsync();
        var inventory = new StubInventory(server, 0);
        inventory.Add("vm-7", StubInventory.Property("name", "xsd:string", "DB01") + """
            <missingSet><path>config.extraConfig</path><fault><fault xsi:type="NoPermission"><object type="VirtualMachine">vm-7</object><privilegeId>System.Read</privilegeId></fault><localizedMessage>denied</localizedMessage></fault></missingSet>
            """);
        await using var session = await server.ConnectAsync();
        List<ObjectContent> read = [];
        await new PropertyReader(session).ReadAllAsync(Spec, read.Add, Cancel);
        var machine = Assert.Single(read);
        Assert.Equal("DB01", machine.Text("name"));
        var missing = Assert.Single(machine.MissingSet);
        Assert.Equal("config.extraConfig", missing.Path);
        Assert.Equal(
            new VSphereFault("NoPermission", "denied") { PrivilegeId = "System.Read", Obj = new("VirtualMachine", "vm-7") },
            missing.Fault);
    }

    [Fact]
    public async Task An_unknown_path_is_dropped_and_never_asked_for_again()
    {
        await using var server = await StubServer.StartAsync();
        var inventory = new StubInventory(server, 3);
        inventory.UnknownPaths.UnionWith(["config.rebootPowerOff", "config.vmOpNotificationTimeout"]);
        await using var session = await server.ConnectAsync();
        var reader = new PropertyReader(session);
        var spec = Spec with { PathSet = ["name", "config.rebootPowerOff", "config.vmOpNotificationTimeout"] };
        var count = 0;
        var summary = await reader.ReadAllAsync(spec, _ => count++, Cancel);
        Assert.Equal(3, count);
        Assert.Equal(["config.rebootPowerOff", "config.vmOpNotificationTimeout"], summary.RefusedPaths);

        var before = server.Requests.Count;
        Assert.Equal(summary.RefusedPaths, (await reader.ReadAllAsync(spec, _ => { }, Cancel)).RefusedPaths);
        Assert.DoesNotContain(server.Requests.Skip(before), request => request.Texts("pathSet").Contains("config.rebootPowerOff"));
    }

    [Fact]
    public async Task A_session_that_ends_between_pages_is_renewed_and_each_object_comes_once()
    {
        await using var server = await StubServer.StartAsync();
        _ = new StubInventory(server, 2_500);
        await using var session = await server.ConnectAsync();
        List<string> names = [];
        await new PropertyReader(session).ReadAllAsync(Spec, content =>
        {
            names.Add(content.Text("name")!);
            if (names.Count == 1_500)
            {
                server.ExpireSessions();
            }
        }, Cancel);
        Assert.Equal(Enumerable.Range(0, 2_500).Select(i => $"VM {i}"), names);
        Assert.Equal(2, server.Count("Login"));
        Assert.Equal(2, server.Count("CreateContainerView"));
    }

    [Fact]
    public async Task An_answer_cut_in_the_middle_of_a_page_is_asked_for_again()
    {
        await using var server = await StubServer.StartAsync();
        _ = new StubInventory(server, 2_500);
        server.First("ContinueRetrievePropertiesEx", StubAnswer.Cut(new string(' ', 10_000), 5_000));
        await using var session = await server.ConnectAsync();
        List<string> names = [];
        await new PropertyReader(session).ReadAllAsync(Spec, content => names.Add(content.Text("name")!), Cancel);
        Assert.Equal(Enumerable.Range(0, 2_500).Select(i => $"VM {i}"), names);
    }

    [Fact]
    public async Task A_token_that_is_not_used_is_given_back()
    {
        await using var server = await StubServer.StartAsync();
        var inventory = new StubInventory(server, 2_500);
        await using var session = await server.ConnectAsync();
        await Assert.ThrowsAsync<InvalidTimeZoneException>(() =>
            new PropertyReader(session).ReadAllAsync(Spec, _ => throw new InvalidTimeZoneException(), Cancel));
        Assert.Equal(1, server.Count("CancelRetrievePropertiesEx"));
        Assert.Equal(0, inventory.OpenTokens);
        Assert.Equal(1, server.Count("DestroyView"));
    }

    [Fact]
    public async Task An_object_deleted_meanwhile_does_not_fail_the_others()
    {
        await using var server = await StubServer.StartAsync();
        server.On("RetrievePropertiesEx", request => request.Texts("obj").Contains("vm-2")
            ? StubAnswer.Fault("ManagedObjectNotFound", members: """<obj type="VirtualMachine">vm-2</obj>""")
            : StubAnswer.Xml("<returnval>" + string.Concat(request.Texts("obj").Select(id => $"""<objects><obj type="VirtualMachine">{id}</obj></objects>""")) + "</returnval>"));
        await using var session = await server.ConnectAsync();
        List<string> read = [];
        await new PropertyReader(session).ReadObjectsAsync(
            Spec, Enumerable.Range(1, 3).Select(i => new ManagedObjectReference("VirtualMachine", $"vm-{i}")), content => read.Add(content.Obj.Value), Cancel);
        Assert.Equal(["vm-1", "vm-3"], read);
        Assert.Null(await new PropertyReader(session).ReadObjectAsync(new("VirtualMachine", "vm-2"), ["name"], Cancel));
    }
}
