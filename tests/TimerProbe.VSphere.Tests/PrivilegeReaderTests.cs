namespace TimerProbe.VSphere.Tests;

public sealed class PrivilegeReaderTests
{
    private static readonly ManagedObjectReference Root = new("Folder", "group-d1");

    [Fact]
    public async Task What_is_granted_is_read_for_the_session_itself()
    {
        await using var server = await StartAsync(_ => StubAnswer.Xml("""
            <returnval>
              <entity type="Folder">group-d1</entity>
              <privAvailability><privId>System.View</privId><isGranted>true</isGranted></privAvailability>
              <privAvailability><privId>System.Read</privId><isGranted>false</isGranted></privAvailability>
            </returnval>
            """));
        await using var session = await server.ConnectAsync();
        Assert.Equal(["System.View"], (await new PrivilegeReader(session).ReadAsync(Root, ["System.View", "System.Read"], Cancel))!);
        var call = server.Requests.Single(request => request.Method == "HasPrivilegeOnEntities");
        Assert.Equal(("group-d1", "1"), (call.Text("entity"), call.Text("sessionId")));
        Assert.Equal(["System.View", "System.Read"], call.Texts("privId"));
    }

    [Fact]
    public async Task Who_may_not_see_the_object_has_no_privilege_on_it()
    {
        await using var server = await StartAsync(_ => StubAnswer.Fault("NoPermission", members: "<privilegeId>System.View</privilegeId>"));
        await using var session = await server.ConnectAsync();
        Assert.Empty((await new PrivilegeReader(session).ReadAsync(Root, ["System.View"], Cancel))!);
    }

    [Fact]
    public async Task A_server_that_does_not_tell_is_no_error()
    {
        await using var server = await StartAsync(_ => StubAnswer.Fault("NotSupported"));
        await using var session = await server.ConnectAsync();
        Assert.Null(await new PrivilegeReader(session).ReadAsync(Root, ["System.View"], Cancel));
        await using var older = await StubServer.StartAsync();
        await using var without = await older.ConnectAsync();
        Assert.Null(await new PrivilegeReader(without).ReadAsync(Root, ["System.View"], Cancel));
        Assert.Equal(0, older.Count("HasPrivilegeOnEntities"));
    }

    private static async Task<StubServer> StartAsync(Func<StubRequest, StubAnswer> answer)
    {
        var server = await StubServer.StartAsync();
        server.On("RetrieveServiceContent", _ => StubAnswer.Xml(StubContent.ServiceContent().Replace(
            "<setting ", """<authorizationManager type="AuthorizationManager">AuthorizationManager</authorizationManager><setting """, StringComparison.Ordinal)));
        server.On("HasPrivilegeOnEntities", answer);
        return server;
    }
}
