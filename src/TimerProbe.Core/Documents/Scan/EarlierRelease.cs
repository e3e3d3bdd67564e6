using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Documents;

/// <summary>
/// Reads a scan of a release that took every machine away for slow: where nothing was measured it is open now, and nothing is proposed.
/// </summary>
internal static class EarlierRelease
{
    private const string Away = "TP201";

    public static ScanDocument Read(ScanDocument document)
    {
        if (document.VCenters.All(vcenter => vcenter.Classes is not null || vcenter.Hosts.Count == 0))
        {
            return document;
        }

        var slow = document.VCenters.SelectMany(vcenter => vcenter.VirtualMachines.Where(machine => machine.IsSlowAway))
            .Select(machine => machine.Id)
            .ToHashSet(StringComparer.Ordinal);
        return document with
        {
            VCenters =
            [
                .. document.VCenters.Select(vcenter => vcenter with { VirtualMachines = [.. vcenter.VirtualMachines.Select(Open)] }),
            ],
            Findings = [.. document.Findings.Where(finding => finding.Rule != Away || slow.Contains(finding.Subject.Id ?? ""))],
        };
    }

    private static VirtualMachineFacts Open(VirtualMachineFacts machine) =>
        machine is { Placement: Facts.Placement.Away, IsSlowAway: false }
            ? machine with { Destination = null, MoveObstacle = null }
            : machine;
}
