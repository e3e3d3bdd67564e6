namespace TimerProbe.EndToEnd.Config;

/// <summary>A run that takes too long is ended, and what was read until then is kept.</summary>
public sealed class TimeLimitTests
{
    [Fact]
    public async Task A_run_that_read_nothing_in_time_is_exit_code_4()
    {
        await using var server = await StubServer.StartAsync();
        server.On("CreateContainerView", _ => StubAnswer.Never());
        using var folder = new ConfigurationFolder();
        folder.Write("pw", StubServer.Password, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        folder.Write("scan.json", "the report of yesterday");
        folder.Configure($$"""{ "vcenters": [ { "server": "{{server.Address}}", "user": "scan", "passwordFile": "pw", "thumbprint": "{{StubCertificates.Sha256(StubCertificates.Loopback)}}" } ], "timeLimit": "2s", "outputs": [ { "format": "json", "file": "scan.json" } ] }""");
        await folder.Scan().EndsAsync(4, "the time limit of 2s was reached");
        Assert.Equal(0, server.OpenSessions);
        Assert.Equal("the report of yesterday", await File.ReadAllTextAsync(folder["scan.json"], Cancel));
    }
}
