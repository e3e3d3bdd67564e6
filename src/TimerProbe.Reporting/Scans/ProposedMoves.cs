using TimerProbe.Core.Documents;

namespace TimerProbe.Reporting.Scans;

/// <summary>What a report's proposals to move machines come to for one host.</summary>
/// <param name="Server">The vCenter.</param>
/// <param name="Cluster">The host's cluster.</param>
/// <param name="Host">The host that machines are to be moved to.</param>
/// <param name="Machines">How many.</param>
/// <param name="AtHome">How many of them were powered on there.</param>
public sealed record ProposedMoves(string Server, string? Cluster, string Host, int Machines, int AtHome)
{
    /// <summary>Each host that machines are to be moved to, the one with the most first.</summary>
    public static IReadOnlyList<ProposedMoves> From(ScanDocument document) =>
        [.. document.VCenters
            .SelectMany(vcenter =>
                vcenter.VirtualMachines.Where(machine => machine.Destination is not null)
                    .Select(machine => (vcenter.Server, Machine: machine)))
            .GroupBy(each => (each.Server, each.Machine.ClusterId, Host: each.Machine.Destination!))
            .Select(host => new ProposedMoves(
                host.Key.Server,
                host.First().Machine.Cluster,
                host.Key.Host,
                host.Count(),
                host.Count(each => each.Machine.HomeHost == host.Key.Host)))
            .OrderByDescending(host => host.Machines)
            .ThenBy(host => host.Host, StringComparer.Ordinal)
            .ThenBy(host => host.Server, StringComparer.Ordinal)];

    /// <summary>How many of them come home, in words.</summary>
    public string Coming =>
        $"{Counted.Number(Machines)}{(AtHome == 0 ? "" : AtHome == Machines ? ", powered on there" : $", {Counted.Number(AtHome)} of them powered on there")}";
}
