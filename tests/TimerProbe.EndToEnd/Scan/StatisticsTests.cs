namespace TimerProbe.EndToEnd.Scan;

/// <summary>What vCenter's CPU statistics tell of a fleet that has lived a year, and what asking for them costs.</summary>
public sealed class StatisticsTests
{
    [Fact]
    public async Task Since_when_a_machine_is_away_stands_in_its_history_and_in_the_report()
    {
        await using var store = await TestStore.NewAsync(Engine.Sqlite);
        using var vcenter = await SimulatedVCenter.StartAsync("--scenario", "year", "--vms", "60", "--seed", "3");
        var (_, document) = await vcenter.Scan("--save", "--store", store.Text).ToDocumentAsync();
        var away = document.VCenters[0].VirtualMachines.First(machine => machine is { Placement: Placement.Away, Stretches: [_, .., { To: null }] });
        var now = $"{away.Stretches![^1].Hz.Megahertz:#,0} MHz since";

        var history = await TimerProbeProgram.InProcess.With("history", away.Name, "--store", store.Text, "--no-color").RunAsync();
        Assert.Contains("According to vCenter's CPU statistics it ran at ", history.Out, StringComparison.Ordinal);
        Assert.Contains(now, string.Join(' ', history.Out.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)), StringComparison.Ordinal);
        var page = await TimerProbeProgram.InProcess.With("history", away.Name, "--store", store.Text, "--output", "html").RunAsync();
        Assert.Contains(now, page.Out, StringComparison.Ordinal);
        var report = await TimerProbeProgram.InProcess.With("report", "--from", document.Id.ToString(), "--store", store.Text, "--output", "html").RunAsync();
        Assert.Contains(now, report.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Where_no_home_is_open_nothing_is_asked_for()
    {
        using var vcenter = await SimulatedVCenter.StartAsync();
        using var folder = new TemporaryFolder();
        var (_, with) = await vcenter.Scan("--name", "home-powered-on").ToDocumentAsync();
        var (_, without) = await vcenter.Scan("--name", "home-powered-on", "--config", folder.Write("timerprobe.json", """{ "statistics": false }""")).ToDocumentAsync();
        Assert.Equal(HomeSource.Event, Assert.Single(with.VCenters[0].VirtualMachines).HomeSource);
        Assert.Equal(without.Timing.Requests, with.Timing.Requests);
        Assert.DoesNotContain(with.Timing.Steps, step => step.Name == "statistics");
    }
}
