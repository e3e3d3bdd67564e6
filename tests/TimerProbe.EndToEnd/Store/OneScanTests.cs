namespace TimerProbe.EndToEnd.Store;

/// <summary>Scans of one vCenter that are saved in one store do not overlap, and one that died is in nobody's way.</summary>
public sealed class OneScanTests
{
    [Fact]
    public async Task The_second_is_told_of_the_first_and_goes_on_once_that_is_killed()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        using var first = await WaitingScan.StartAsync(TimerProbeProgram.InProcess, "--save", "--store", place.Text);
        var second = first.Another(TimerProbeProgram.InProcess, "--save", "--store", place.Text);

        var refused = await second.RunAsync();
        Assert.Equal((6, ""), (refused.ExitCode, refused.Out));
        Assert.Contains(
            $"process {first.ProcessId} of {Environment.UserName} on {Environment.MachineName}", refused.Error, StringComparison.Ordinal);

        await first.KillAsync();
        Assert.Equal(4, (await second.RunAsync()).ExitCode);
    }

    [Fact]
    public async Task A_scan_that_is_not_kept_waits_for_nobody()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        using var first = await WaitingScan.StartAsync(TimerProbeProgram.InProcess, "--save", "--store", place.Text);
        using var folder = new TemporaryFolder();
        var config = folder.Write("timerprobe.json", """{ "timeLimit": "1s" }""");
        Assert.Equal(4, (await first.Another(TimerProbeProgram.InProcess, "--store", place.Text, "--config", config).RunAsync()).ExitCode);
    }

    [Fact]
    public async Task A_scan_of_another_vcenter_waits_for_nobody()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        using var first = await WaitingScan.StartAsync(TimerProbeProgram.InProcess, "--save", "--store", place.Text);
        Assert.Equal(4, (await WaitingScan.OfNobody(TimerProbeProgram.InProcess, "--save", "--store", place.Text).RunAsync()).ExitCode);
    }
}
