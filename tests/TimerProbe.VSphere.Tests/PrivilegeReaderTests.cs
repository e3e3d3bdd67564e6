namespace TimerProbe.VSphere.Tests;

public sealed class PrivilegeReaderTests : StubServerTest
{
    [Fact]
    public async Task What_is_granted_is_read_for_the_session_itself()
    {
        Assert.Equal(["System.View"], (await ReadAsync(StubAnswer.Xml("""
            <returnval>
              <entity type="Folder">group-d1</entity>
              <privAvailability><privId>System.View</privId><isGranted>true</isGranted></privAvailability>
              <privAvailability><privId>System.Read</privId><isGranted>false</isGranted></privAvailability>
            </returnval>
            """)))!);
        var call = Server.Requests.Single(request => request.Method == "HasPrivilegeOnEntities");
        Assert.Equal(("group-d1", "1"), (call.Text("entity"), call.Text("sessionId")));
        Assert.Equal(["System.View", "System.Read"], call.Texts("privId"));
    }

    [Fact]
    public async Task Who_may_not_see_the_object_has_no_privilege_on_it() =>
        Assert.Empty((await ReadAsync(StubAnswer.Fault("NoPermission", members: "<privilegeId>System.View</privilegeId>")))!);

    [Fact]
    public async Task A_server_that_does_not_tell_is_no_error()
    {
        Assert.Null(await ReadAsync(StubAnswer.Fault("NotSupported")));
        Assert.Null(await ReadAsync(StubAnswer.Fault("NotSupported"), authorizes: false));
        Assert.Equal(1, Server.Count("HasPrivilegeOnEntities"));
    }

    private async Task<IReadOnlySet<string>?> ReadAsync(StubAnswer answer, bool authorizes = true)
    {
        Server.On("RetrieveServiceContent", _ => StubAnswer.Xml(StubContent.ServiceContent(authorizes: authorizes)));
        Server.On("HasPrivilegeOnEntities", _ => answer);
        await using var session = await Server.ConnectAsync();
        return await new PrivilegeReader(session).ReadAsync(new("Folder", "group-d1"), ["System.View", "System.Read"], Cancel);
    }
}
