namespace TimerProbe.EndToEnd.Config;

/// <summary>What <c>config check</c> says of an account's privileges. The simulated vCenter grants everything, so a stub answers.</summary>
public sealed class PrivilegeCheckTests
{
    [Theory]
    [InlineData("System.View System.Read", 0, "ok ", "has System.View and System.Read")]
    [InlineData("System.View", 4, "error ", "lacks System.Read on the root of the inventory")]
    [InlineData("", 4, "error ", "lacks System.View and System.Read on the root of the inventory")]
    [InlineData("System.View System.Read VirtualMachine.Interact.PowerOff", 0, "warning ", "can read everything but also change things")]
    [InlineData(null, 0, "warning ", "does not say which privileges")]
    public async Task The_privileges_of_the_account_are_told(string? granted, int exitCode, string outcome, string sentence)
    {
        await using var server = await StubServer.StartAsync();
        if (granted?.Split(' ') is { } privileges)
        {
            server.On("RetrieveServiceContent", _ => StubAnswer.Xml(StubContent.ServiceContent(authorizes: true)));
            server.On("HasPrivilegeOnEntities", request => StubAnswer.Xml(
                $"<returnval>{string.Concat(request.Texts("privId").Select(privilege => $"<privAvailability><privId>{privilege}</privId><isGranted>{(privileges.Contains(privilege) ? "true" : "false")}</isGranted></privAvailability>"))}</returnval>"));
        }

        using var folder = new ConfigurationFolder();
        folder.Write("pw", StubServer.Password, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        folder.Configure($$"""{ "vcenters": [ { "server": "{{server.Address}}", "user": "scan", "passwordFile": "pw", "thumbprint": "{{StubCertificates.Sha256(StubCertificates.Loopback)}}" } ] }""");
        var result = await folder.Check().RunAsync();
        var lines = result.Out.Split('\n');
        Assert.StartsWith(outcome, Assert.Single(lines, line => line.EndsWith($" {server.Address}", StringComparison.Ordinal)
            && !line.Contains("password of", StringComparison.Ordinal)), StringComparison.Ordinal);
        Assert.Contains(sentence, ConfigurationFolder.Flat(result.Out), StringComparison.Ordinal);
        Assert.Equal(exitCode, result.ExitCode);
        Assert.Equal(0, server.OpenSessions);
    }
}
