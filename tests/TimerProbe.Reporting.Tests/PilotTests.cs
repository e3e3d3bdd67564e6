using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;
using TimerProbe.Reporting.Remedies;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Reporting.Tests;

/// <summary>The machine that a script of moves is tried on: it comes first, as in the report.</summary>
public sealed class PilotTests
{
    [Fact]
    public void It_is_the_one_that_matters_most()
    {
        var center = SampleScan.Document.VCenters.First(vcenter => vcenter.VirtualMachines.Any(Moves));
        var one = center.VirtualMachines.First(Moves) with { HostId = "host-1", Guest = null, ClockExpectation = ClockExpectation.ExpectedSlow, SqlServerExpected = false };
        var document = SampleScan.Document with
        {
            Findings = [],
            VCenters = [center with { VirtualMachines = [one with { Id = "vm-1", Name = "A" }, one with { Id = "vm-2", Name = "B", SqlServerExpected = true }, one with { Id = "vm-3", Name = "C" }] }],
        };

        Assert.Equal(["vm-2", "vm-1", "vm-3"], ProposedChanges.From(document).Moves.Select(move => move.Machine.Id));
        Assert.Equal("vm-2", new ScanReport(document).Machines[0].Facts.Id);
    }

    private static bool Moves(VirtualMachineFacts machine) => machine.IsSlowAway && DestinationPlan.IsToBeMoved(machine);
}
