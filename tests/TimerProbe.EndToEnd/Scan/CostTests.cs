namespace TimerProbe.EndToEnd.Scan;

public sealed class CostTests
{
    [Fact]
    public async Task Ten_thousand_machines_of_which_a_thousand_are_away_take_a_hundred_requests()
    {
        using var vcenter = await SimulatedVCenter.StartAsync("--scenario", "scale", "--vms", "10000", "--hosts", "320");
        var (_, document) = await vcenter.Scan().ToDocumentAsync();
        Assert.Equal(1_000, document.VCenters[0].VirtualMachines.Count(machine => machine.Placement == Placement.Away));
        var statistics = document.Timing.Steps.Where(step => step.Name == "statistics").Sum(step => step.Requests);
        Assert.InRange(statistics, 1, 40);
        Assert.InRange(document.Timing.Requests - statistics, 1, 64);
    }
}
