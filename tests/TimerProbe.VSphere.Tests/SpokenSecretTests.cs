namespace TimerProbe.VSphere.Tests;

/// <summary>A server that was told a password may say it back at any time: it is not repeated.</summary>
public sealed class SpokenSecretTests : StubServerTest
{
    private const string Password = "cor&rect <horse> 99";

    [Theory]
    [InlineData("Login", Password, "refused the login of scan")]
    [InlineData("CurrentTime", "COR&RECT <HORSE> 99", "failed CurrentTime")]
    public async Task In_a_fault_it_is_not_repeated(string method, string spelling, string what)
    {
        Server.Accepts = Password;
        Server.On(method, _ => StubAnswer.Fault("SystemError", WebUtility.HtmlEncode($"who is {spelling}?")));
        var error = await Assert.ThrowsAsync<VSphereException>(async () =>
        {
            await using var session = await ConnectAsync(Server);
            await session.AskTimeAsync(Cancel);
        });
        Assert.Equal($"{Server.Address} {what}: who is (secret)? (SystemError)", error.Message);
    }

    [Fact]
    public async Task In_the_reason_of_a_property_that_is_missing_it_is_not_repeated()
    {
        Server.Accepts = Password;
        var fleet = new StubFleet(Server).WithCluster(1);
        fleet["vm-1"].Forbid("config.uuid", WebUtility.HtmlEncode(Password));
        await using var session = await ConnectAsync(Server);
        var reading = await new InventoryReader(session, new InventoryOptions()).ReadAsync(Cancel);
        Assert.Equal(["1 virtual machine could not be read in full: no permission ((secret)) on config.uuid: VM 1"], reading.VCenter.Problems);
    }

    [Fact]
    public async Task In_a_tag_that_does_not_match_it_is_not_repeated()
    {
        Server.On("Login", _ => StubAnswer.Text(StubAnswer.Envelope("Login", "<returnval></correct-horse>")));
        var error = await Assert.ThrowsAsync<VSphereException>(() => Server.ConnectAsync());
        Assert.DoesNotContain(StubServer.Password, error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_session_it_made_is_not_repeated_either()
    {
        Server.On("CurrentTime", request => StubAnswer.Fault("SystemError", "no session " + request.Cookie!.Split('"')[1]));
        var error = await FailAsync();
        Assert.EndsWith("no session (secret) (SystemError)", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_short_password_hides_no_name_of_the_API()
    {
        Server.On("Login", _ => StubAnswer.Fault("InvalidLogin", "no"));
        var error = await Assert.ThrowsAsync<VSphereException>(() => VSphereSession.ConnectAsync(Server.Address, new("scan", "in"), Server.Options, Cancel));
        Assert.Equal(VSphereErrorKind.LoginRefused, error.Kind);
    }

    private static Task<VSphereSession> ConnectAsync(StubServer server) =>
        VSphereSession.ConnectAsync(server.Address, new Login("scan", Password), server.Options with { Attempts = 1 }, Cancel);
}
