namespace TimerProbe.EndToEnd.Scan;

/// <summary>Logs that a scan fetches from the datastores of a vCenter, where it is open whether hosts scale the TSC.</summary>
public sealed class ReadLogsTests(LabelledFleet fleet) : IClassFixture<LabelledFleet>
{
    private const string Away = "away-same-model-other-base-clock";

    [Fact]
    public async Task Logs_of_machines_away_tell_of_their_hosts_and_of_their_own_homes()
    {
        Assert.Equal((TscScaling.Unknown, ClockExpectation.Open), (GetHost(fleet.Document, Away).TscScaling, Machine(fleet.Document, Away).ClockExpectation));
        Assert.DoesNotContain(fleet.Document.Timing.Steps, step => step.Name == "logs");

        var (_, document) = await fleet.VCenter.Scan("--read-logs").ToDocumentAsync();

        Assert.Equal((TscScaling.No, TscScalingSource.Log), (GetHost(document, Away).TscScaling, GetHost(document, Away).TscScalingSource));
        Assert.Equal(ClockExpectation.ExpectedSlow, Machine(document, Away).ClockExpectation);
        Assert.DoesNotContain(document.VCenters[0].VirtualMachines, machine => machine.IsClockOpen);
        var told = GetHost(document, Away).LoggedScaling!;
        Assert.Equal((false, true, Away, "Disabling TSC scaling since host does not support it."), (told.Scales, told.IsOfClass, told.Machine, told.Line));
        Assert.Contains(Machine(document, Away).HomeEvidence!, evidence => evidence is { Source: HomeSource.Log, Certainty: EvidenceCertainty.Recorded });
        Assert.DoesNotContain(document.VCenters[0].Problems, problem => problem.Contains("logs", StringComparison.Ordinal));
        var step = Assert.Single(document.Timing.Steps, step => step.Name == "logs");
        Assert.InRange(step.Requests, 1, 30);
    }

    private static HostFacts GetHost(ScanDocument document, string machine) =>
        document.VCenters[0].Hosts.Single(host => host.Id == Machine(document, machine).HostId);

    private static VirtualMachineFacts Machine(ScanDocument document, string name) =>
        document.VCenters[0].VirtualMachines.Single(machine => machine.Name == name);
}
