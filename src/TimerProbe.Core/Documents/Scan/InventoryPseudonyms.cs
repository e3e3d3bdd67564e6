using TimerProbe.Core.Facts;
using TimerProbe.Core.Problems;

namespace TimerProbe.Core.Documents;

/// <summary>A vCenter's inventory under pseudonyms: what has one name in several places has one pseudonym there.</summary>
internal sealed class InventoryPseudonyms(Pseudonyms pseudonyms)
{
    private readonly ProblemPseudonyms _problems = new(pseudonyms);

    public VCenterFacts Apply(VCenterFacts vcenter)
    {
        var (problems, details) = _problems.Apply(vcenter.Problems, vcenter.ProblemDetails);
        return Named(vcenter) with { Problems = problems, ProblemDetails = details };
    }

    private VCenterFacts Named(VCenterFacts vcenter) => vcenter with
    {
        Server = pseudonyms.Server(vcenter.Server),
        InstanceUuid = Map(vcenter.InstanceUuid, pseudonyms.Uuid),
        KnownGaps = vcenter.KnownGaps is { } gaps ? Apply(gaps) : null,
        Scope = vcenter.Scope is { } scope ? pseudonyms.Apply(scope) : null,
        Hosts = [.. vcenter.Hosts.Select(Apply)],
        Clusters = [.. vcenter.Clusters.Select(Apply)],
        VirtualMachines = [.. vcenter.VirtualMachines.Select(Apply)],
    };

    /// <summary>The reasons are left out: they are a person's words.</summary>
    private KnownGapFacts Apply(KnownGapFacts gaps) => new()
    {
        Accepted = [.. gaps.Accepted.Select(gap => gap with { Reason = ProblemPseudonyms.LeftOut })],
        Expired = [
            .. gaps.Expired.Select(gap => gap with { Subject = pseudonyms.Name("name", gap.Subject), Reason = ProblemPseudonyms.LeftOut })
        ],
    };

    private HostFacts Apply(HostFacts host) => host with
    {
        Name = pseudonyms.Host(host.Name),
        Cluster = Map(host.Cluster, pseudonyms.Cluster),
        Datacenter = Map(host.Datacenter, pseudonyms.Datacenter),
        FrequencyClass = Map(host.FrequencyClass, name => ClassName(name, host.Cluster, host.Datacenter, host.Name)),
    };

    private ClusterFacts Apply(ClusterFacts cluster) => cluster with
    {
        Name = pseudonyms.Cluster(cluster.Name),
        Datacenter = Map(cluster.Datacenter, pseudonyms.Datacenter),
        VmRules = cluster.VmRules is { } rules ? [.. rules.Select(rule => rule with { Name = pseudonyms.Name("rule", rule.Name) })] : null,
        FrequencyClasses =
        [
            .. cluster.FrequencyClasses.Select(each => each with
            {
                Name = ClassName(each.Name, cluster.Name, cluster.Datacenter, host: null),
                Hosts = [.. each.Hosts.Select(pseudonyms.Host)],
            }),
        ],
    };

    private VirtualMachineFacts Apply(VirtualMachineFacts machine) => machine with
    {
        Name = pseudonyms.VirtualMachine(machine.Name),
        Uuid = Map(machine.Uuid, pseudonyms.Uuid),
        InstanceUuid = Map(machine.InstanceUuid, pseudonyms.Uuid),
        Datacenter = Map(machine.Datacenter, pseudonyms.Datacenter),
        Folder = Map(machine.Folder, pseudonyms.Folder),
        Cluster = Map(machine.Cluster, pseudonyms.Cluster),
        Host = Map(machine.Host, pseudonyms.Host),
        HomeHost = Map(machine.HomeHost, pseudonyms.Host),
        HomeEvidence = machine.HomeEvidence is { } evidence
            ? [.. evidence.Select(each => each with { Host = Map(each.Host, pseudonyms.Host) })]
            : null,
        HarmlessHosts = [.. machine.HarmlessHosts.Select(pseudonyms.Host)],
        HostsElsewhere = machine.HostsElsewhere is { } elsewhere ? [.. elsewhere.Select(pseudonyms.Host)] : null,
        Destination = Map(machine.Destination, pseudonyms.Host),
        Moves = machine.Moves is { } moves
            ? [
                .. moves.Select(move =>
                    move with
                    {
                        From = Map(move.From, pseudonyms.Host),
                        To = Map(move.To, pseudonyms.Host),
                        By = move.By is null or MachineMove.ByDrs ? move.By : pseudonyms.Name("user", move.By)
                    })
            ]
            : null,
        MustRunOn = machine.MustRunOn is { } musts ? [.. musts.Select(pseudonyms.Host)] : null,
        BoundTo = machine.BoundTo is { } hosts ? [.. hosts.Select(pseudonyms.Host)] : null,
        GuestHostName = Map(machine.GuestHostName, pseudonyms.Guest),
        GuestResult = machine.GuestResult is { Stale: not null } stale ? Apply(stale) : machine.GuestResult,
    };

    private JoinedGuest Apply(JoinedGuest stale) => stale with
    {
        Stale = _problems.Text(stale.StaleDetails),
        StaleDetails = stale.StaleDetails is { } why ? _problems.Apply(why) : null,
    };

    /// <summary>
    /// A class is called after its cluster, with the datacenter before it where names repeat, or after a host on its own.
    /// </summary>
    private string ClassName(string name, string? cluster, string? datacenter, string? host)
    {
        var slash = name.LastIndexOf('/');
        var (owner, number) = slash < 0 ? (name, "") : (name[..slash], name[slash..]);
        return owner switch
        {
            _ when owner == host => pseudonyms.Host(owner) + number,
            _ when cluster is not null && datacenter is not null && owner == $"{datacenter}/{cluster}" =>
                $"{pseudonyms.Datacenter(datacenter)}/{pseudonyms.Cluster(cluster)}{number}",
            _ => pseudonyms.Cluster(owner) + number,
        };
    }

    private static string? Map(string? name, Func<string, string> pseudonym) => name is null ? null : pseudonym(name);
}
