namespace TimerProbe.EndToEnd.Config;

/// <summary>What <c>config check</c> says of an account's privileges. The simulated vCenter grants everything, so a stub answers.</summary>
public sealed class PrivilegeCheckTests
{
    [Theory]
    [InlineData("System.View System.Read", 0, "ok ", "has System.View and System.Read")]
    [InlineData("System.View", 4, "error ", "lacks System.Read on the root of the inventory")]
    [InlineData("", 4, "error ", "lacks System.View and System.Read on the root of the inventory")]
    [InlineData("System.View System.Read VirtualMachine.Interact.PowerOff", 0, "warning ", "can read everything but also change things")]
    public async Task The_privileges_of_the_account_are_told(string granted, int exitCode, string outcome, string sentence)
    {
        await using var server = await StubServer.StartAsync();
        server.On("RetrieveServiceContent", _ => StubAnswer.Xml(StubContent.ServiceContent().Replace(
            "<setting ", """<authorizationManager type="AuthorizationManager">AuthorizationManager</authorizationManager><setting """, StringComparison.Ordinal)));
        server.On("HasPrivilegeOnEntities", request => StubAnswer.Xml(
            $"<returnval>{string.Concat(request.Texts("privId").Select(privilege => $"<privAvailability><privId>{privilege}</privId><isGranted>{(granted.Split(' ').Contains(privilege) ? "true" : "false")}</isGranted></privAvailability>"))}</returnval>"));
        await AssertAsync(server, exitCode, outcome, sentence);
    }

    [Fact]
    public async Task A_server_that_does_not_tell_is_worth_a_warning()
    {
        await using var server = await StubServer.StartAsync();
        await AssertAsync(server, 0, "warning ", "does not say which privileges");
    }

    private static async Task AssertAsync(StubServer server, int exitCode, string outcome, string sentence)
    {
        using var folder = new ConfigurationFolder();
        folder.Write("pw", StubServer.Password, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        folder.Configure($$"""{ "vcenters": [ { "server": "{{server.Address}}", "user": "scan", "passwordFile": "pw", "thumbprint": "{{StubCertificates.Sha256(StubCertificates.Loopback)}}" } ] }""");
        var result = await folder.Check().RunAsync();
        var lines = result.Out.Split('\n');
        Assert.StartsWith(outcome, Assert.Single(lines, line => line.EndsWith($" {server.Address}", StringComparison.Ordinal)
            && !line.Contains("password of", StringComparison.Ordinal)), StringComparison.Ordinal);
        Assert.Contains(sentence, string.Join(' ', result.Out.Split(default(char[]), StringSplitOptions.RemoveEmptyEntries)), StringComparison.Ordinal);
        Assert.Equal(exitCode, result.ExitCode);
        Assert.Equal(0, server.OpenSessions);
    }
}
