namespace TimerProbe.EndToEnd.Store;

/// <summary>A scanner whose clock is wrong by 100 days: the scans after it conclude as usual.</summary>
public sealed class OtherClockTests
{
    [Fact]
    public async Task Beside_a_file_it_is_told_that_the_scan_before_is_of_the_future()
    {
        Needs.OtherDay();
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        using var vcenter = await SimulatedVCenter.StartAsync("--scenario", "scale", "--vms", "20", "--hosts", "2");
        // Its certificate is not valid at another time: it is not looked at.
        var scan = TimerProbeProgram.InProcess
            .With("scan", vcenter.Server, "--user", vcenter.User, "--insecure", "--save", "--store", place.Text, "--fail-on", "never")
            .WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", vcenter.Password);
        await scan.Earlier(TimeSpan.FromDays(-100)).RunAsync();
        await scan.EndsAsync(5, "restore a copy of the store from before, or begin another");
    }
}
