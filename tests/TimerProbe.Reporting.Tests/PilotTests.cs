namespace TimerProbe.Reporting.Tests;

/// <summary>The machine that a script of moves is tried on: it comes first, as in the report.</summary>
public sealed class PilotTests
{
    [Fact]
    public void It_is_the_one_that_matters_most()
    {
        var center = SampleScan.WithAway(1).VCenters[0];
        var away = center.VirtualMachines.First(machine => machine.Placement == Placement.Away);
        var one = away with { Settings = away.Settings with { VirtualRdtsc = null }, Guest = null, SqlServerExpected = false };
        var document = SampleScan.Document with
        {
            Findings = [],
            VCenters = [center with { VirtualMachines = [one with { Id = "vm-1", Name = "A" },
                one with { Id = "vm-2", Name = "B", SqlServerExpected = true }, one with { Id = "vm-3", Name = "C" }] }],
        };

        Assert.Equal(["vm-2", "vm-1", "vm-3"], ProposedChanges.From(document).Moves.Select(move => move.Id));
        Assert.Equal("vm-2", new ScanReport(document).Machines[0].Facts.Id);
    }
}
