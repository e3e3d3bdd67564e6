namespace TimerProbe.EndToEnd.Scan;

public sealed class MemoryTests
{
    [Fact]
    public async Task A_fleet_that_does_not_fit_ends_the_scan_with_a_sentence()
    {
        using var vcenter = await SimulatedVCenter.StartAsync("--scenario", "scale", "--vms", "10000", "--hosts", "320");

        // About half of what it takes.
        var result = await vcenter.Scan().WithEnvironment("DOTNET_GCHeapHardLimit", "0x1800000").RunAsync();

        Assert.Equal((3, ""), (result.ExitCode, result.Out));
        Assert.EndsWith("timerprobe: there is not enough memory for this: give it more, or less to do at once, such as fewer vCenters or the clusters of one", result.Error.TrimEnd(), StringComparison.Ordinal);
    }
}
