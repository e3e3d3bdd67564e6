using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Documents;

/// <summary>
/// A plan under pseudonyms: machines, hosts, clusters and folders have those of the
/// scans it rests on. Managed object ids stay: they tell nothing.
/// </summary>
internal sealed class PlanPseudonyms(Pseudonyms pseudonyms)
{
    public PlanDocument Apply(PlanDocument plan) => plan.Anonymized ? plan : plan with
    {
        Anonymized = true,
        Scans = [.. plan.Scans.Select(scan => scan with { Servers = [.. scan.Servers.Select(pseudonyms.Server)] })],
        Moves = [.. plan.Moves.Select(Apply)],
        Evacuation = plan.Evacuation is { } evacuation ? Apply(evacuation) : null,
        Home = plan.Home is { } home ? Apply(home) : null,
        Change = plan.Change is { } change ? Apply(change) : null,
        Rules = plan.Rules is { } rules ? [.. rules.Select(Apply)] : null,
        Verification = plan.Verification is { } verification ? verification with
        {
            Moves = [.. verification.Moves.Select(each => each with { Move = Apply(each.Move), Host = Map(each.Host, pseudonyms.Host) })],
        }
        : null,
        Measurements = [.. plan.Measurements.Select(each => each with { Machine = Apply(each.Machine) })],
    };

    private PlannedMove Apply(PlannedMove move) => move with
    {
        Server = pseudonyms.Server(move.Server),
        Machine = pseudonyms.VirtualMachine(move.Machine),
        Cluster = Map(move.Cluster, pseudonyms.Cluster),
        From = pseudonyms.Host(move.From),
        To = pseudonyms.Host(move.To),
        InstanceUuid = Map(move.InstanceUuid, pseudonyms.Uuid),
    };

    private MachineOfPlan Apply(MachineOfPlan machine) => machine with
    {
        Server = pseudonyms.Server(machine.Server),
        Name = pseudonyms.VirtualMachine(machine.Name),
        Cluster = Map(machine.Cluster, pseudonyms.Cluster),
        Folder = Map(machine.Folder, pseudonyms.Folder),
        Host = pseudonyms.Host(machine.Host),
    };

    private EvacuationPlan Apply(EvacuationPlan evacuation) => evacuation with
    {
        Hosts = Hosts(evacuation.Hosts),
        NotFound = Hosts(evacuation.NotFound),
        Machines =
        [
            .. evacuation.Machines.Select(each => each with
            {
                Machine = Apply(each.Machine),
                FastHosts = Hosts(each.FastHosts),
                UnknownHosts = Hosts(each.UnknownHosts),
                SlowHosts = Hosts(each.SlowHosts),
                Elsewhere = Hosts(each.Elsewhere),
                To = Map(each.To, pseudonyms.Host),
            }),
        ],
        Rounds =
        [
            .. evacuation.Rounds.Select(round => round with
            {
                Server = pseudonyms.Server(round.Server),
                Cluster = pseudonyms.Cluster(round.Cluster),
                Steps =
                [
                    .. round.Steps.Select(step => step with
                    {
                        Host = pseudonyms.Host(step.Host),
                        FrequencyClass = Map(step.FrequencyClass, name => ClassName(name, [round.Cluster])),
                        Out = [.. step.Out.Select(Apply)],
                        Back = [.. step.Back.Select(Apply)],
                        Stuck = [.. step.Stuck.Select(pseudonyms.VirtualMachine)],
                    }),
                ],
            }),
        ],
    };

    private HomePlan Apply(HomePlan home) => home with
    {
        Remaining = [.. home.Remaining.Select(each => each with { Machine = Apply(each.Machine), Elsewhere = Hosts(each.Elsewhere) })],
        Windows =
        [
            .. home.Windows.Select(window => window with
            {
                Server = pseudonyms.Server(window.Server),
                Name = window.IsFolder ? pseudonyms.Folder(window.Name) : pseudonyms.Cluster(window.Name),
                Machines = [.. window.Machines.Select(Apply)],
            }),
        ],
    };

    private ClusterChange Apply(ClusterChange change) => change with
    {
        Server = pseudonyms.Server(change.Server),
        Clusters = [.. change.Clusters.Select(pseudonyms.Cluster)],
        Before = [.. change.Before.Select(each => Apply(each, change.Clusters, change.AddedHosts))],
        After = [.. change.After.Select(each => Apply(each, change.Clusters, change.AddedHosts))],
    };

    private ClusterRules Apply(ClusterRules rules) => rules with
    {
        Server = pseudonyms.Server(rules.Server),
        Cluster = pseudonyms.Cluster(rules.Cluster),
        Datacenter = Map(rules.Datacenter, pseudonyms.Datacenter),
        Rules = [
            .. rules.Rules.Select(rule =>
                rule with { Class = Apply(rule.Class, [rules.Cluster], added: null), Machines = [.. rule.Machines.Select(Apply)] })
        ],
        Conflicts = [
            .. rules.Conflicts.Select(each =>
                each with { Rule = Map(each.Rule, name => pseudonyms.Name("rule", name)), Machines = [.. each.Machines.Select(Apply)] })
        ],
    };

    /// <summary>Hosts that are not there yet keep what the plan calls them.</summary>
    private FrequencyClass Apply(FrequencyClass each, IReadOnlyList<string> clusters, int? added)
    {
        var news = Enumerable.Range(1, added ?? 0)
            .Select(number => FormattableString.Invariant($"new {number}"))
            .ToHashSet(StringComparer.Ordinal);
        return each with
        {
            Name = ClassName(each.Name, clusters),
            Hosts = [.. each.Hosts.Select(host => news.Contains(host) ? host : pseudonyms.Host(host))]
        };
    }

    /// <summary>As scans have it: a class is called after its cluster, with the datacenter before it where names repeat.</summary>
    private string ClassName(string name, IReadOnlyList<string> clusters)
    {
        var slash = name.LastIndexOf('/');
        var (owner, number) = slash < 0 ? (name, "") : (name[..slash], name[slash..]);
        return clusters.FirstOrDefault(each => owner.EndsWith($"/{each}", StringComparison.Ordinal)) is { } cluster
            && !clusters.Contains(owner, StringComparer.Ordinal)
            ? $"{pseudonyms.Datacenter(owner[..^(cluster.Length + 1)])}/{pseudonyms.Cluster(cluster)}{number}"
            : pseudonyms.Cluster(owner) + number;
    }

    private IReadOnlyList<string> Hosts(IEnumerable<string> hosts) => [.. hosts.Select(pseudonyms.Host)];

    private static string? Map(string? name, Func<string, string> pseudonym) => name is null ? null : pseudonym(name);
}
