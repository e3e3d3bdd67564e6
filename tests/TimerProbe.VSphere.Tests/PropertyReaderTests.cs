namespace TimerProbe.VSphere.Tests;

public sealed class PropertyReaderTests : StubServerTest
{
    private static readonly PropertySpec Spec = new("VirtualMachine", ["name", "config.hardware.numCPU"]);

    [Fact]
    public async Task All_pages_are_read_in_order_and_nothing_is_left_on_the_server()
    {
        var inventory = new StubFleet(Server).WithMachines(2_500);
        List<ObjectContent> read = [];
        await using (var session = await Server.ConnectAsync())
        {
            var meter = new RequestMeter();
            var refused = await new PropertyReader(session, meter).ReadAllAsync(Spec, read.Add, Cancel);
            Assert.Empty(refused);
            // View, its members, three pages, farewell.
            Assert.Equal(6, meter.Requests);
            Assert.Equal(8, session.Total.Requests);
        }

        Assert.Equal(Enumerable.Range(0, 2_500).Select(i => $"VM {i}"), read.Select(content => content.Text("name")));
        Assert.All(read, content => Assert.Equal(4, content.Number("config.hardware.numCPU")));
        Assert.Equal(0, inventory.OpenTokens);
        Assert.Equal(1, Server.Count("DestroyView"));
        Assert.Equal(0, Server.OpenSessions);
        Assert.Equal(["1000"], Server.Requests.First(request => request.Text("maxObjects") is not null).Texts("maxObjects"));
    }

    [Fact]
    public async Task An_unknown_path_is_dropped_and_never_asked_for_again()
    {
        var inventory = new StubFleet(Server).WithMachines(3);
        inventory.UnknownPaths.UnionWith(["config.rebootPowerOff", "config.vmOpNotificationTimeout"]);
        await using var session = await Server.ConnectAsync();
        var reader = new PropertyReader(session);
        var spec = Spec with { PathSet = ["name", "config.rebootPowerOff", "config.vmOpNotificationTimeout"] };
        var count = 0;
        var refused = await reader.ReadAllAsync(spec, _ => count++, Cancel);
        Assert.Equal(3, count);
        Assert.Equal(["config.rebootPowerOff", "config.vmOpNotificationTimeout"], refused);

        var before = Server.Requests.Count;
        Assert.Equal(refused, await reader.ReadAllAsync(spec, _ => { }, Cancel));
        Assert.DoesNotContain(Server.Requests.Skip(before), request => request.Texts("pathSet").Contains("config.rebootPowerOff"));
    }

    [Fact]
    public async Task A_session_that_ends_between_pages_is_renewed_and_each_object_comes_once()
    {
        _ = new StubFleet(Server).WithMachines(3_500);
        await using var session = await Server.ConnectAsync();
        List<string> names = [];
        await new PropertyReader(session).ReadAllAsync(Spec, content =>
        {
            names.Add(content.Text("name")!);
            if (names.Count == 1_500)
            {
                Server.ExpireSessions();
            }
        }, Cancel);
        Assert.Equal(Enumerable.Range(0, 3_500).Select(i => $"VM {i}"), names);
        Assert.Equal(2, Server.Count("Login"));
        Assert.Equal(2, Server.Count("CreateContainerView"));
    }

    [Fact]
    public async Task A_token_that_is_not_used_is_given_back()
    {
        var inventory = new StubFleet(Server).WithMachines(2_500);
        await using var session = await Server.ConnectAsync();
        await Assert.ThrowsAsync<InvalidTimeZoneException>(() =>
            new PropertyReader(session).ReadAllAsync(Spec, _ => throw new InvalidTimeZoneException(), Cancel));
        Assert.Equal(1, Server.Count("CancelRetrievePropertiesEx"));
        Assert.Equal(0, inventory.OpenTokens);
        Assert.Equal(1, Server.Count("DestroyView"));
    }

    [Fact]
    public async Task The_next_page_is_on_its_way_while_one_is_understood()
    {
        _ = new StubFleet(Server).WithMachines(2_500);
        using var arrived = new ManualResetEventSlim();
        Server.Instead = request =>
        {
            if (request.Method == "ContinueRetrievePropertiesEx")
            {
                arrived.Set();
            }

            return null;
        };
        await using var session = await Server.ConnectAsync();
        List<string> names = [];
        await new PropertyReader(session).ReadAllAsync(Spec, content =>
        {
            Assert.True(arrived.Wait(TimeSpan.FromSeconds(30), Cancel));
            names.Add(content.Text("name")!);
        }, Cancel);
        Assert.Equal(Enumerable.Range(0, 2_500).Select(i => $"VM {i}"), names);
    }

    [Fact]
    public async Task An_object_deleted_meanwhile_does_not_fail_the_others()
    {
        Server.On("RetrievePropertiesEx", request => request.Texts("obj").Contains("vm-2")
            ? StubAnswer.Fault("ManagedObjectNotFound", members: """<obj type="VirtualMachine">vm-2</obj>""")
            : StubAnswer.Xml("<returnval>" + string.Concat(request.Texts("obj").Select(id => $"""<objects><obj type="VirtualMachine">{id}</obj></objects>""")) + "</returnval>"));
        await using var session = await Server.ConnectAsync();
        List<string> read = [];
        await new PropertyReader(session).ReadObjectsAsync(
            Spec, Enumerable.Range(1, 3).Select(i => new ManagedObjectReference("VirtualMachine", $"vm-{i}")), content => read.Add(content.Obj.Value), Cancel);
        Assert.Equal(["vm-1", "vm-3"], read);
        Assert.Null(await new PropertyReader(session).ReadObjectAsync(new("VirtualMachine", "vm-2"), ["name"], Cancel));
    }

    [Fact]
    public async Task Options_are_asked_for_by_their_keys_and_come_as_one_array()
    {
        var inventory = new StubFleet(Server);
        inventory.AddRaw("vm-1", Option("config.extraConfig[&quot;a.B&quot;]", "a.B", "1") + Option("config.extraConfig[&quot;c&quot;]", "c", "too long"));
        inventory.AddRaw("vm-2", "");
        var (read, refused) = await ReadAllAsync(ByKey());
        Assert.Empty(refused);
        Assert.Equal(
            ["name", "config.extraConfig[\"a.B\"]", "config.extraConfig[\"c\"]"],
            Server.Requests.Last(request => request.Method == "RetrievePropertiesEx").Texts("pathSet"));
        Assert.Equal([("a.B", "1"), ("c", "too ")], read[0]["config.extraConfig"]!.Members.Select(option => (option["key"]!.Text, option["value"]!.Text)));
        Assert.Null(read[1]["config.extraConfig"]);
    }

    [Theory]
    [InlineData("config.extraConfig[&quot;a.B&quot;]")]
    [InlineData("")]
    public async Task A_server_that_knows_no_keys_is_asked_for_the_whole_from_then_on(string called)
    {
        new StubFleet(Server).Add("VirtualMachine", "vm-1", "VM 1").Options("config.extraConfig", ("a.B", "1"), ("other", "2"));
        Server.Instead = request => HasKey(request) ? StubAnswer.Fault("InvalidProperty", members: $"<name>{called}</name>") : null;
        await using var session = await Server.ConnectAsync();
        for (var turn = 0; turn < 2; turn++)
        {
            List<ObjectContent> read = [];
            Assert.Empty(await new PropertyReader(session).ReadAllAsync(ByKey(), read.Add, Cancel));
            Assert.Equal(["a.B"], read.Single()["config.extraConfig"]!.Members.Select(option => option["key"]!.Text));
        }

        Assert.Single(Server.Requests, HasKey);
        Assert.True(session.PathSupport.IsWhole("VirtualMachine", "config.extraConfig"));
    }

    [Fact]
    public async Task Options_that_may_not_be_read_are_one_gap()
    {
        var inventory = new StubFleet(Server);
        inventory.AddRaw("vm-1", StubObject.Missing("config.extraConfig[&quot;a.B&quot;]", "NoPermission") + StubObject.Missing("config.extraConfig[&quot;c&quot;]", "NoPermission"));
        var (read, _) = await ReadAllAsync(ByKey());
        Assert.Equal("config.extraConfig", Assert.Single(read.Single().MissingSet).Path);
    }

    [Theory]
    [InlineData(3, false)]
    [InlineData(4, true)]
    public async Task Arrays_of_a_few_objects_travel_whole(int objects, bool byKey)
    {
        _ = new StubFleet(Server).WithMachines(objects);
        await using var session = await Server.ConnectAsync();
        var reader = new PropertyReader(session);
        var spec = ByKey(wholeUpTo: 3);
        spec = spec with { PathSet = [.. spec.PathSet, "config.hardware.numCPU"] };
        await reader.ReadAllAsync(spec, _ => { }, Cancel);
        await reader.ReadObjectsAsync(spec, Enumerable.Range(0, objects).Select(i => new ManagedObjectReference("VirtualMachine", $"vm-{i}")), _ => { }, Cancel);
        Assert.Equal(byKey ? 2 : 0, Server.Requests.Count(HasKey));
    }

    private async Task<(List<ObjectContent> Read, IReadOnlyList<string> Refused)> ReadAllAsync(PropertySpec spec)
    {
        await using var session = await Server.ConnectAsync();
        List<ObjectContent> read = [];
        return (read, await new PropertyReader(session).ReadAllAsync(spec, read.Add, Cancel));
    }

    private static PropertySpec ByKey(int wholeUpTo = 0) => new(
        "VirtualMachine",
        ["name", PropertyPath.Options("config.extraConfig", key => key is "a.B" or "c", key => key == "c" ? 4 : null).ByKeys(["a.B", "c"], wholeUpTo)]);

    private static bool HasKey(StubRequest request) => request.Texts("pathSet").Any(path => path.Contains('[', StringComparison.Ordinal));

    private static string Option(string path, string key, string value) =>
        StubObject.Property(path, "OptionValue", $"""<key>{key}</key><value xsi:type="xsd:string">{value}</value>""");
}
