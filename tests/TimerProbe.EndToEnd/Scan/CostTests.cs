namespace TimerProbe.EndToEnd.Scan;

/// <summary>What a scan asks of a vCenter.</summary>
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

    [Fact]
    public async Task A_vcenter_that_refuses_single_settings_gives_the_same_document_and_says_so()
    {
        string[] options = ["--scenario", "scale", "--vms", "200", "--hosts", "8"];
        using var refusing = await SimulatedVCenter.StartAsync([.. options, "--keyed-paths", "refused"]);
        var result = await refusing.Scan("--verbose").RunAsync();
        Assert.Contains("does not answer for single settings: all settings of each virtual machine were read.",
            string.Join(' ', result.Out.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)), StringComparison.Ordinal);
        using var knowing = await SimulatedVCenter.StartAsync(options);
        var ((_, refused), (_, known)) = (await refusing.Scan().ToDocumentAsync(), await knowing.Scan().ToDocumentAsync());
        Assert.Equal(known.VCenters[0].VirtualMachines.Select(Settings), refused.VCenters[0].VirtualMachines.Select(Settings));
        Assert.Equal(known.Findings.Select(finding => finding.Rule), refused.Findings.Select(finding => finding.Rule));

        static string Settings(VirtualMachineFacts machine) => $"{machine.Name} {machine.Placement} {string.Join(';', machine.Settings.Other)}";
    }
}
