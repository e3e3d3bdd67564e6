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
        folder.Configure($$"""{ "vcenters": [ {{Entry(server)}} ], "timeLimit": "2s", "outputs": [ { "format": "json", "file": "scan.json" } ] }""");
        await folder.Scan().EndsAsync(4, "the time limit of 2s was reached");
        Assert.Equal(0, server.OpenSessions);
        Assert.Equal("the report of yesterday", await File.ReadAllTextAsync(folder["scan.json"], Cancel));
    }

    [Fact]
    public async Task What_was_read_in_time_is_reported()
    {
        using var vcenter = await SimulatedVCenter.StartAsync("--scenario", "scale", "--vms", "40", "--hosts", "4");
        await using var server = await StubServer.StartAsync();
        server.On("CreateContainerView", _ => StubAnswer.Never());
        using var folder = new ConfigurationFolder(vcenter);
        folder.Write("stub", StubServer.Password, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        // The statistics of the first have a tenth of the limit, since the second uses up the rest: on a busy machine a longer one.
        var seconds = 10;
        var result = await ScanAsync();
        while (seconds < 300 && IsFirstCutShort())
        {
            seconds *= 3;
            result = await ScanAsync();
        }

        var document = DocumentJson.Read<ScanDocument>(result.Out);
        Assert.Equal(5, result.ExitCode);
        Assert.Equal([ReadStatus.Complete, ReadStatus.Failed], document.VCenters.Select(center => center.Status));
        Assert.Equal([$"{server.Address} was not read within the time limit"], document.VCenters[1].Problems);
        Assert.Equal(0, server.OpenSessions);

        Task<ProgramResult> ScanAsync()
        {
            folder.Configure($$"""{ "vcenters": [ {{ConfigurationFolder.Entry(vcenter)}}, {{Entry(server, "stub")}} ], "failOn": "never", "timeLimit": "{{seconds}}s" }""");
            return folder.Scan("--output", "json").RunAsync();
        }

        bool IsFirstCutShort() => result.ExitCode == 4
            || DocumentJson.Read<ScanDocument>(result.Out)
                .VCenters[0].Problems.Any(problem => problem.Contains("within the time limit", StringComparison.Ordinal));
    }

    private static string Entry(StubServer server, string password = "pw") =>
        $$"""{ "server": "{{server.Address}}", "user": "scan", "passwordFile": "{{password}}", "thumbprint": "{{StubCertificates.Sha256(StubCertificates.Loopback)}}" }""";
}
