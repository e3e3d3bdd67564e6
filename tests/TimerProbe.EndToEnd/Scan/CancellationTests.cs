namespace TimerProbe.EndToEnd.Scan;

public sealed class CancellationTests
{
    [Theory]
    [InlineData("INT")]
    [InlineData("TERM")]
    [InlineData("HUP", Traits = new[] { "Run", "all" })]
    [InlineData("QUIT", Traits = new[] { "Run", "all" })]
    public async Task A_cancelled_scan_logs_out_and_leaves_no_file(string signal)
    {
        Needs.Linux();
        await using var server = await StubServer.StartAsync();
        using var folder = new TemporaryFolder();
        var reading = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        server.On("CreateContainerView", _ => StubAnswer.Never(() => reading.TrySetResult()));
        folder.Write("report.json", "the report of yesterday");
        var scan = TimerProbeProgram.Fastest
            .With("scan", server.Address.ToString(), "--user", "scan", "--thumbprint", StubCertificates.Sha256(StubCertificates.Loopback), "--output", "json", "--out", folder["report.json"])
            .With("--remedies", folder["fix.sh"]).WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", StubServer.Password);
        var result = await scan.WithDefaultSignals().RunAsync(async process =>
        {
            await reading.Task.WaitAsync(Hang.Limit, Cancel);
            Assert.Equal(1, server.OpenSessions);
            Signals.Send(process.Id, signal);
        });
        Assert.Equal(130, result.ExitCode);
        Assert.Equal(0, server.OpenSessions);
        Assert.Equal(["report.json"], folder.Files);
        Assert.Equal("the report of yesterday", await File.ReadAllTextAsync(folder["report.json"], Cancel));
    }
}
