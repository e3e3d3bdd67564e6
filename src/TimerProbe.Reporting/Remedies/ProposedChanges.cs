using System.Globalization;
using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Core.Names;

namespace TimerProbe.Reporting.Remedies;

/// <summary>A machine whose next restart is to become a power cycle.</summary>
/// <param name="Server">Its vCenter.</param>
/// <param name="Id">Its managed object id.</param>
/// <param name="InstanceUuid">Its instance UUID, by which a reused id is noticed; empty when unknown.</param>
/// <param name="Name">Its name, in one line and printable.</param>
/// <param name="Evidence">What shows that it is away, in one line and printable.</param>
internal sealed record ProposedPowerCycle(string Server, string Id, string InstanceUuid, string Name, string Evidence);

/// <summary>A machine that is to be moved back by vMotion.</summary>
/// <param name="Machine">The machine.</param>
/// <param name="HostId">The managed object id of the host it was on: elsewhere, somebody else has moved it since.</param>
/// <param name="DestinationId">The managed object id of the host it is to be moved to.</param>
/// <param name="Destination">That host's name, in one line and printable.</param>
internal sealed record ProposedMove(ProposedPowerCycle Machine, string HostId, string DestinationId, string Destination);

/// <summary>A class of hosts of one frequency in a cluster that has several.</summary>
/// <param name="Server">The vCenter.</param>
/// <param name="ClusterId">The cluster's managed object id.</param>
/// <param name="Cluster">Its name, in one line and printable.</param>
/// <param name="Label">The beginning of the groups' names, such as <c>timerprobe 1: 2,394.000 MHz</c>.</param>
/// <param name="HostIds">The managed object ids of the hosts.</param>
/// <param name="MachineIds">Those of the machines that are at home on them.</param>
internal sealed record ProposedGroup(string Server, string ClusterId, string Cluster, string Label, IReadOnlyList<string> HostIds, IReadOnlyList<string> MachineIds);

/// <summary>What of a scan's advice makes sense for many machines at once.</summary>
/// <param name="Heading">Of which scan it comes, in one line.</param>
/// <param name="Anonymized">Whether the servers are pseudonyms, so that the script can do nothing.</param>
/// <param name="Moves">The machines for which the report names a destination, each host's together.</param>
/// <param name="PowerCycles">The machines away from home, but for those that a measurement shows to be healthy.</param>
/// <param name="LeftOut">How many machines away from home are left out: measured healthy, or with the setting already.</param>
/// <param name="Groups">The classes of the clusters that mix frequencies.</param>
internal sealed record ProposedChanges(
    string Heading, bool Anonymized, IReadOnlyList<ProposedMove> Moves, IReadOnlyList<ProposedPowerCycle> PowerCycles, int LeftOut, IReadOnlyList<ProposedGroup> Groups)
{
    /// <summary>How many machines are away, and how many of them are left out, as a comment.</summary>
    public string AwaySentence =>
        $"# Away from home: {Counted.Number(PowerCycles.Count)}. Left out, because they were measured healthy or already have the setting: {Counted.Number(LeftOut)}.";

    public static ProposedChanges Of(ScanDocument document)
    {
        var away = document.VCenters
            .SelectMany(vcenter => vcenter.VirtualMachines.Select(machine => (vcenter.Server, Machine: machine)))
            .Where(each => each.Machine.Placement == Placement.Away)
            .ToList();
        var wanted = away.Where(each => each.Machine.Guest?.State != ClockState.Healthy && each.Machine.Settings.RebootPowerCycle != true).ToList();
        return new ProposedChanges(
            $"timerprobe {PlainText.OneLine(document.Tool.Version)}, scan {document.Id} of {document.StartedAt.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture)}",
            document.Anonymized,
            [.. document.VCenters.SelectMany(MovesOf)],
            [.. wanted.Select(each => PowerCycleOf(each.Server, each.Machine))],
            away.Count - wanted.Count,
            [.. document.VCenters.SelectMany(GroupsOf)]);
    }

    private static IEnumerable<ProposedMove> MovesOf(VCenterFacts vcenter)
    {
        var hosts = vcenter.Hosts.DistinctBy(host => (host.ClusterId, host.Name)).ToDictionary(host => (host.ClusterId, host.Name), host => host.Id);
        return vcenter.VirtualMachines
            .Where(machine => machine is { Placement: Placement.Away, Destination: not null, HostId: not null } && hosts.ContainsKey((machine.ClusterId, machine.Destination)))
            .OrderBy(machine => machine.Destination, StringComparer.Ordinal)
            .Select(machine => new ProposedMove(
                PowerCycleOf(vcenter.Server, machine), machine.HostId!, hosts[(machine.ClusterId, machine.Destination!)], PlainText.OneLine(machine.Destination!)));
    }

    private static ProposedPowerCycle PowerCycleOf(string server, VirtualMachineFacts machine) =>
        new(server, machine.Id, machine.InstanceUuid ?? "", PlainText.OneLine(machine.Name), EvidenceOf(machine));

    private static string EvidenceOf(VirtualMachineFacts machine) => PlainText.OneLine(string.Create(
        CultureInfo.InvariantCulture,
        $"on {machine.Host ?? "?"} at {machine.HostHz}, powered on at {machine.HomeHost ?? "an unknown host"} at {machine.HomeHz}: {machine.DifferencePpm}")
        + $"; measured inside: {machine.Guest?.State.ToDocumentName() ?? "no"}");

    private static IEnumerable<ProposedGroup> GroupsOf(VCenterFacts vcenter) =>
        from cluster in vcenter.Clusters
        where cluster.FrequencyClasses.Count > 1 && cluster.Drs != "off"
        from frequencyClass in cluster.FrequencyClasses
        let members = vcenter.Hosts.Where(host => host.ClusterId == cluster.Id && host.FrequencyClass == frequencyClass.Name)
        let hosts = members.Select(host => host.Id).ToHashSet(StringComparer.Ordinal)
        where hosts.Count > 0
        let atHome = vcenter.VirtualMachines.Where(machine => machine.Placement == Placement.Home && machine.HostId is { } id && hosts.Contains(id))
        let label = DrsGroup.Rule(frequencyClass)
        select new ProposedGroup(
            vcenter.Server, cluster.Id, PlainText.OneLine(cluster.Name), label, [.. hosts], [.. atHome.Select(machine => machine.Id)]);
}
