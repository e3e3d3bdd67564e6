namespace TimerProbe.Reporting.Remedies;

/// <summary>
/// A machine that is to be moved by vMotion when all moves of smaller waves are done, or, without a destination, whose next restart is
/// to become a power cycle. By its instance UUID, which is empty when unknown, a reused id is noticed, and one that is no longer on
/// <c>HostId</c> somebody else has moved since; its name and what shows that it is away are printable and one line each.
/// </summary>
internal sealed record ProposedMachine(string Server, string Id, string InstanceUuid, string Name, string Evidence)
{
    public string HostId { get; init; } = "";

    public string DestinationId { get; init; } = "";

    public string Destination { get; init; } = "";

    public int Wave { get; init; }

    public bool IsToMeasure { get; init; }
}

/// <summary>
/// A class of hosts of one frequency in a cluster that has several, with the running machines that are, or will be once the
/// proposed changes are made, at home on them. The groups' names begin with its label, such as <c>timerprobe 1: 2,394.000
/// MHz</c>.
/// </summary>
internal sealed record ProposedGroup(
    string Server, string ClusterId, string Cluster, string Label, IReadOnlyList<string> HostIds, IReadOnlyList<string> MachineIds);

internal enum ProposedBy
{
    Report,

    Moves,

    Rules,
}

/// <summary>The changes that a report or a plan proposes: one for each machine.</summary>
internal sealed record ProposedChanges(
    ProposedBy By,
    string Heading,
    bool Anonymized,
    string Fix,
    IReadOnlyList<ProposedMachine> Moves,
    int AtOnce,
    IReadOnlyList<ProposedMachine> PowerCycles,
    int AlreadySet,
    int TooOld,
    IReadOnlyList<ProposedGroup> Groups)
{
    public IReadOnlyList<ProposedMachine> ToMeasure => [.. Moves.Concat(PowerCycles).Where(machine => machine.IsToMeasure)];

    public string Totals => By switch
    {
        ProposedBy.Moves => $"Proposed by {Fix}: {Counted.Of(Moves.Count, Noun.VMotion)} in {Counted.Of(Moves.Select(move => move.Wave).Distinct().Count(), Noun.Wave)}, at most {Counted.Number(AtOnce)} at once.",
        ProposedBy.Rules => $"Proposed by {Fix}: {Counted.Of(Groups.Count, Noun.Rule)}, each with a group of hosts and one of virtual machines.",
        _ => $"Proposed by the report: {(Fix.Length == 0 ? "nothing" : Fix)}. Here: {Counted.Of(Moves.Count, Noun.VMotion)}, {Counted.Of(PowerCycles.Count, Noun.PowerCycle)} at the next restart"
            + $"{(AlreadySet == 0 ? "" : $" ({Counted.Number(AlreadySet)} more set already)")}"
            + $"{(TooOld == 0 ? "" : $" ({Counted.Number(TooOld)} more to be powered off and on: their hosts are older than ESXi 6.5 U3 or 6.7 U3)")}.",
    };

    public static ProposedChanges From(object document) => document switch
    {
        ScanDocument scan => From(scan),
        PlanDocument plan when RemediesScript.IsFor(plan) => From(plan),
        _ => throw new ArgumentException("There is no script of this document.", nameof(document)),
    };

    private static ProposedChanges From(PlanDocument document) => new(
        document.Rules is null ? ProposedBy.Moves : ProposedBy.Rules,
        Head(document.Tool, "plan", document.Id, document.MadeAt),
        document.Anonymized,
        $"plan {document.Kind.ToDocumentName()}",
        [
            .. document.Moves.OrderBy(move => move.Wave).Select(move => new ProposedMachine(
                move.Server,
                move.MachineId,
                move.InstanceUuid ?? "",
                PlainText.OneLine(move.Machine),
                PlainText.OneLine($"{PlanTerms.Of(move.Before)} on {move.From}, {PlanTerms.Of(move.After)} there; {PlanTerms.Of(move.Reason)}"))
            {
                HostId = move.FromId,
                DestinationId = move.ToId,
                Destination = PlainText.OneLine(move.To),
                Wave = move.Wave,
            }),
        ],
        document.Settings.WaveSize,
        [],
        AlreadySet: 0,
        TooOld: 0,
        [
            .. from cluster in document.Rules ?? []
               from rule in cluster.Rules
               select new ProposedGroup(
                   cluster.Server,
                   cluster.ClusterId,
                   PlainText.OneLine(cluster.Cluster),
                   rule.Name,
                   rule.HostIds,
                   [.. rule.Machines.Select(machine => machine.Id).Order(StringComparer.Ordinal)]),
        ]);

    private static ProposedChanges From(ScanDocument document)
    {
        var affected = FleetFixSummary.GetAffected(document)
            .Where(item => item.Machine is { Placement: Placement.Away, IsTimeExpectedWrong: false, ManagedBy: null })
            .ToList();
        var moves = affected.Where(item => item.IsMove).Select(item => GetMove(item.VCenter, item.Machine))
            .OfType<ProposedMachine>().ToList();
        var ranks = new ScanReport(document).Machines.Index().ToLookup(row => (row.Item.Server, row.Item.Facts.Id), row => row.Index);

        // The machine that matters most is the one to try it on.
        var pilot = moves.MinBy(move => ranks[(move.Server, move.Id)].DefaultIfEmpty(int.MaxValue).First());
        var cycles = affected.Where(item => !item.IsMove).ToList();
        var toSet = cycles.Where(cycle => cycle.Machine.Settings.RebootPowerCycle != true).ToList();
        var wanted = toSet.Where(item => KnowsTheSetting(item.VCenter.Hosts.FirstOrDefault(host => host.Id == item.Machine.HostId)))
            .ToList();
        return new ProposedChanges(
            ProposedBy.Report,
            Head(document.Tool, "scan", document.Id, document.StartedAt),
            document.Anonymized,
            FleetFixSummary.From(document).Fix,
            [
                .. moves.OrderBy(move => move == pilot ? 0 : 1)
                    .ThenBy(move => move.Server, StringComparer.Ordinal)
                    .ThenBy(move => move.Destination, StringComparer.Ordinal),
            ],
            AtOnce: 1,
            [.. wanted.Select(item => GetMoveElsewhere(item.VCenter, item.Machine))],
            cycles.Count - toSet.Count,
            toSet.Count - wanted.Count,
            [.. document.VCenters.SelectMany(vcenter => GetGroups(vcenter, moves))]);
    }

    private static string Head(ToolInfo tool, string kind, Guid id, DateTimeOffset at) =>
        $"timerprobe {PlainText.OneLine(tool.Version)}, {kind} {id} of {at.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'")}";

    private static ProposedMachine? GetMove(VCenterFacts vcenter, VirtualMachineFacts machine) =>
        GetHost(vcenter, machine) is { } host && machine.HostId is { } from
            ? GetMachine(vcenter.Server, machine) with
            { HostId = from, DestinationId = host.Id, Destination = PlainText.OneLine(host.Name) }
            : null;

    /// <summary>Its power cycle, with the host of another cluster, which has its storage and networks, where there is one.</summary>
    private static ProposedMachine GetMoveElsewhere(VCenterFacts vcenter, VirtualMachineFacts machine)
    {
        var host = vcenter.Hosts.FirstOrDefault(
            host => machine.HostsElsewhere?.Contains(host.Name) == true && host.ClusterId != machine.ClusterId);
        return GetMachine(vcenter.Server, machine) with
        { HostId = machine.HostId ?? "", DestinationId = host?.Id ?? "", Destination = PlainText.OneLine(host?.Name ?? "") };
    }

    /// <summary>Has <c>vmx.reboot.powerCycle</c>: 6.5 U3 (build 13932383), 6.7 U3 (build 14320388) and later, or unknown.</summary>
    private static bool KnowsTheSetting(HostFacts? host) => !Version.TryParse(host?.Version, out var version) || version switch
    {
        { Major: > 6 } => true,
        { Major: 6, Minor: 7 } => IsFrom(host?.Build, 14_320_388),
        { Major: 6, Minor: 5 } => IsFrom(host?.Build, 13_932_383),
        _ => false,
    };

    private static bool IsFrom(string? build, int first) =>
        !int.TryParse(build, NumberStyles.None, CultureInfo.InvariantCulture, out var number) || number >= first;

    private static HostFacts? GetHost(VCenterFacts vcenter, VirtualMachineFacts machine) =>
        DestinationPlan.GetDestination(machine) is { } destination
            ? vcenter.Hosts.FirstOrDefault(host => host.Name == destination && host.ClusterId == machine.ClusterId)
            : null;

    private static ProposedMachine GetMachine(string server, VirtualMachineFacts machine) =>
        new(server, machine.Id, machine.InstanceUuid ?? "", PlainText.OneLine(machine.Name), GetEvidence(machine))
        { IsToMeasure = machine is { HomeCertainty: HomeCertainty.Inferred, Guest: null } };

    private static string GetEvidence(VirtualMachineFacts machine)
    {
        var frequencies =
            $"on {machine.Host ?? "?"} at {machine.HostHz}, powered on at {machine.HomeHost ?? "an unknown host"} at {machine.HomeHz}: {machine.DifferencePpm}";
        var home = machine.HomeCertainty is { } certainty ? $"home {certainty.ToDocumentName()}; " : "";
        var measured = machine.Guest is { } guest ? $"measured {guest.State.ToDocumentName()} in the guest" : "expected slow, not measured in the guest";
        return PlainText.OneLine($"{frequencies}; {home}{measured}");
    }

    private static IEnumerable<ProposedGroup> GetGroups(VCenterFacts vcenter, IEnumerable<ProposedMachine> moves)
    {
        var destinations = moves.Where(move => move.Server == vcenter.Server)
            .DistinctBy(move => move.Id)
            .ToDictionary(move => move.Id, move => move.DestinationId);
        var machines = vcenter.VirtualMachines.Where(IsToBeKept)
            .ToLookup(machine => destinations.GetValueOrDefault(machine.Id) ?? machine.HostId);
        return
            from cluster in vcenter.Clusters
            where cluster.FrequencyClasses.Count > 1 && cluster.Drs != "off"
                && vcenter.Hosts.Any(host => host.ClusterId == cluster.Id && host.TscScaling == TscScaling.No)
            from frequencyClass in cluster.FrequencyClasses
            let hosts = vcenter.Hosts.Where(host => host.ClusterId == cluster.Id && host.FrequencyClass == frequencyClass.Name)
                .Select(host => host.Id)
                .ToHashSet()
            where hosts.Count > 0
            select new ProposedGroup(
                vcenter.Server,
                cluster.Id,
                PlainText.OneLine(cluster.Name),
                frequencyClass.GetDrsRule(),
                [.. hosts],
                [.. hosts.SelectMany(host => machines[host]).Select(machine => machine.Id).Order(StringComparer.Ordinal)]);
    }

    private static bool IsToBeKept(VirtualMachineFacts machine) =>
        machine is { Placement: Placement.Home or Placement.Away, IsClusterService: false };
}
