namespace TimerProbe.Reporting.Reports;

/// <summary>A scan counted, grouped and put in order once for all forms; a part that a form does not use is never made.</summary>
/// <param name="document">The scan.</param>
public sealed class ScanReport(ScanDocument document)
{
    private const int MostToSettle = 3;

    private Dictionary<string, int>? _reasons;

    /// <summary>The scan itself.</summary>
    public ScanDocument Document => document;

    /// <summary>The worst there is to say, and the numbers.</summary>
    public ScanSummary Summary => field ??= new ScanSummary(document, Counts);

    /// <summary>The result for the person who decides.</summary>
    public FleetFixSummary FixSummary => field ??= FleetFixSummary.From(document);

    /// <summary>The first sentence, with its full stop.</summary>
    public string Lead => $"{(FixSummary.Running == 0 ? Summary.Sentence : FixSummary.Who)}.";

    /// <summary>What is to be done, and what is not known.</summary>
    public IReadOnlyList<(string What, string Says)> Lines => [.. ToDo, .. ToSettle];

    /// <summary>The same with why homes are not known, what would settle them, and what changed since an earlier scan.</summary>
    public IReadOnlyList<(string What, string Says)> AllLines =>
    [
        .. ToDo,
        .. Unknown is { } unknown
            ? [("Because", unknown.ReasonsText), ("To find out", unknown.RemediesText)]
            : Array.Empty<(string, string)>(),
        .. ToSettle,
        .. document.Trend is { } trend && TrendText.Format(trend) is { Length: > 0 } changed
            ? [("Changed", changed)]
            : Array.Empty<(string, string)>(),
    ];

    /// <summary>All virtual machines, counted.</summary>
    public MachineCounts Counts => field ??= MachineCounts.From(document.VCenters.SelectMany(vcenter => vcenter.VirtualMachines));

    /// <summary>All virtual machines, the most severe first.</summary>
    public IReadOnlyList<MachineRow> Machines => field ??= MachineRow.InOrder(Rows);

    /// <summary>Those away from home or measured slow, in the same order: first those that are slow, or expected to be.</summary>
    public IReadOnlyList<MachineRow> Away => field ??= MachineRow.InOrder(Rows.Where(row => row.IsAwayOrSlow));

    /// <summary>Machines with wrong time first, then those with a slow clock, measured ones first; then as all machines.</summary>
    public IReadOnlyList<MachineRow> Affected =>
        field ??= [.. Machines.Where(row => row.Facts.IsTimeExpectedWrong || FixSummary.Machines.Contains(row.Facts))
            .OrderByDescending(row => row.Facts.IsTimeExpectedWrong)
            .ThenBy(row => (int)row.Standing)];

    /// <summary>Why the home of machines is unknown, and what would settle it; null where it is known of all.</summary>
    public UnknownHomes? Unknown => field ??= UnknownHomes.From(document);

    /// <summary>Why homes are unknown: each reason once, in the order of the machines.</summary>
    public IReadOnlyList<string> UnknownReasons =>
        field ??= [.. Machines.Select(row => row.Facts.UnknownReason).OfType<string>().Distinct()];

    /// <summary>The clusters that hold anything, the worst first; the hosts outside of clusters of a vCenter are one too.</summary>
    public IReadOnlyList<ClusterRow> Clusters => field ??= ClusterRow.From(document.VCenters, new FrequencyRules(document.TolerancePpm));

    /// <summary>The findings by rule, the most severe rule first.</summary>
    public IReadOnlyList<FindingGroup> Groups => field ??= FindingGroup.From(document.Findings);

    /// <summary>The sum of the proposals to move machines, a host each.</summary>
    public IReadOnlyList<ProposedMoves> Moves => field ??= ProposedMoves.From(document);

    /// <summary>What the configuration keeps out, in sentences.</summary>
    public IReadOnlyList<string> Muted => field ??= MutedSummary.Of(document.Muting);

    /// <summary>What of that is known and accepted, or no longer, in sentences.</summary>
    public IReadOnlyList<string> KnownGaps => field ??=
    [
        .. document.VCenters.SelectMany(vcenter => vcenter.KnownGaps?.Accepted ?? [])
            .GroupBy(gap => (gap.Reason, gap.Expires))
            .Select(group => $"{Counted.Of(group.Count(), "known gap")} accepted until {Times.Day(group.Key.Expires)}: {group.Key.Reason}"),
        .. document.VCenters.SelectMany(vcenter => vcenter.KnownGaps?.Expired ?? [])
            .Select(gap => $"{gap.Subject} has not been accepted as a known gap since {Times.Day(gap.Expires)}: {gap.Reason}"),
    ];

    /// <summary>What could not be read.</summary>
    public IReadOnlyList<MissingPart> Missing => field ??= MissingPart.Of(document);

    /// <summary>The servers that were given twice and are counted once, a sentence each without its full stop.</summary>
    public IReadOnlyList<string> LeftOut =>
        field ??= [.. (document.LeftOut ?? []).Select(left => $"{left.Server} is the same vCenter as {left.SameAs} and is counted once")];

    /// <summary>What the scan was limited to.</summary>
    public IReadOnlyList<ScanLimit> Limits => field ??= ScanLimit.Of(document);

    /// <summary>Whether a name alone does not say which vCenter it is in.</summary>
    public bool HasSeveralVCenters => document.VCenters.Skip(1).Any();

    /// <summary>The number of a reason in <see cref="UnknownReasons"/>, from 1 upward.</summary>
    public int NumberOf(string reason) =>
        (_reasons ??= UnknownReasons.Index().ToDictionary(each => each.Item, each => each.Index + 1))[reason];

    /// <summary>Whether findings are about machines away or slow and no others, so that the table of those already names them.</summary>
    public bool AreAway(IReadOnlyList<Finding> findings) => findings.All(finding =>
        finding.Subject.Kind == SubjectKind.VirtualMachine && AwayIds.Contains((ServerOf(finding.Subject), finding.Subject.Id)));

    private IEnumerable<(string What, string Says)> ToDo => new[]
    {
        ("Fix", FixSummary.Fix),
        ("Prevent", FixSummary.Prevent),
        ("Not known", Counts.Unknown == 0
            ? ""
            : $"where {Counted.Of(Counts.Unknown, "VM")} {(Counts.Unknown == 1 ? "was" : "were")} powered on: these may be affected too"),
    }.Where(line => line.Item2.Length > 0);

    private IEnumerable<(string What, string Says)> ToSettle => FixSummary.ToSettle.Take(MostToSettle)
        .Select(each => (
            "To settle",
            $"{Counted.Of(each.Class.Open, "VM")} on {ScalingText.Name(each.Class)}: {ScalingText.Names(each.Class.SettleBy)} ({ScalingText.GuestCommand})"));

    private HashSet<(string?, string?)> AwayIds => field ??= [.. Away.Select(row => ((string?)row.Server, (string?)row.Facts.Id))];

    private ILookup<(string?, string?), Finding> FindingsOfMachine => field ??= document.Findings
        .Where(finding => finding.Subject is { Kind: SubjectKind.VirtualMachine, Id: not null })
        .ToLookup(finding => (ServerOf(finding.Subject), finding.Subject.Id));

    private IEnumerable<MachineRow> Rows =>
        document.VCenters.SelectMany(vcenter =>
            vcenter.VirtualMachines.Select(machine => new MachineRow(vcenter, machine, FindingsAbout(vcenter.Server, machine.Id))));

    private IReadOnlyList<Finding> FindingsAbout(string server, string id) => FindingsOfMachine[(server, id)] is var found && found.Any()
        ? [.. found.OrderByDescending(finding => finding.Severity).ThenBy(finding => finding.Rule, StringComparer.Ordinal)]
        : [];

    /// <summary>A subject of a scan of one vCenter need not name it.</summary>
    private string? ServerOf(Subject subject) =>
        subject.Server ?? (HasSeveralVCenters || document.VCenters.Count == 0 ? null : document.VCenters[0].Server);
}

/// <summary>The sum of a report's proposals to move machines for one host.</summary>
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
