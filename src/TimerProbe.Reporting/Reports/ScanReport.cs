namespace TimerProbe.Reporting.Reports;

/// <summary>A scan counted, grouped and put in order once for all forms; a part that a form does not use is never made.</summary>
public sealed class ScanReport(ScanDocument document)
{
    private const int MaxToDo = 3, MaxNames = 3;

    private Dictionary<string, int>? _reasons;

    public ScanDocument Document => document;

    public ScanSummary Summary => field ??= new ScanSummary(document, Counts);

    public FleetFixSummary FixSummary => field ??= FleetFixSummary.From(document);

    /// <summary>What to do, the most pressing first: at most three, the same in all forms.</summary>
    public IReadOnlyList<NextStep> ToDo => field ??= GetSteps().Where(step => step.Count > 0).Take(MaxToDo).ToList() is { Count: > 0 } steps
        ? steps
        : [.. Groups.Take(1).SelectMany(FirstRemedies).Take(MaxToDo)];

    public MachineCounts Counts => field ??= MachineCounts.From(document.VCenters.SelectMany(vcenter => vcenter.VirtualMachines));

    public IReadOnlyList<MachineRow> Machines => field ??= MachineRow.InOrder(GetRows());

    public IReadOnlyList<MachineRow> Away => field ??= [.. Machines.Where(row => row.IsAwayOrSlow)];

    public IReadOnlyList<MachineRow> Affected =>
        field ??= [.. Machines.Where(row => row.Facts.IsTimeExpectedWrong || FixSummary.Machines.Contains(row.Facts))
            .OrderBy(row => (int)row.Standing)];

    /// <summary>Why the home of machines is unknown, and what would decide it; null where it is known of all.</summary>
    public UnknownHomes? Unknown => field ??= UnknownHomes.From(document);

    public IReadOnlyList<string> UnknownReasons =>
        field ??= [.. Machines.Select(row => row.Facts.UnknownReason).OfType<string>().Distinct()];

    public IReadOnlyList<ClusterRow> Clusters => field ??= ClusterRow.From(document.VCenters, new FrequencyRules(document.TolerancePpm));

    public IReadOnlyList<FindingGroup> Groups => field ??= FindingGroup.From(document.Findings);

    /// <summary>The sum of the proposals to move machines for each host.</summary>
    public IReadOnlyList<(string Server, string? Cluster, string Host, int Machines, int AtHome)> Moves => field ??=
        [.. document.VCenters
            .SelectMany(vcenter =>
                vcenter.VirtualMachines.Where(machine => machine.Destination is not null)
                    .Select(machine => (vcenter.Server, Machine: machine)))
            .GroupBy(item => (item.Server, item.Machine.ClusterId, Host: item.Machine.Destination!))
            .Select(host => (
                host.Key.Server,
                host.First().Machine.Cluster,
                host.Key.Host,
                Machines: host.Count(),
                host.Count(item => item.Machine.HomeHost == host.Key.Host)))
            .OrderByDescending(host => host.Machines)
            .ThenBy(host => host.Host, StringComparer.Ordinal)
            .ThenBy(host => host.Server, StringComparer.Ordinal)];

    public IReadOnlyList<string> Muted => field ??= NoticeText.Muted(document.Muting);

    public IReadOnlyList<string> KnownGaps => field ??=
    [
        .. document.VCenters.SelectMany(vcenter => vcenter.KnownGaps?.Accepted ?? [])
            .GroupBy(gap => (gap.Reason, gap.Expires))
            .Select(group => $"{Counted.Of(group.Count(), Noun.KnownGap)} accepted until {Times.Day(group.Key.Expires)}: {group.Key.Reason}"),
        .. document.VCenters.SelectMany(vcenter => vcenter.KnownGaps?.Expired ?? [])
            .Select(gap => $"{gap.Subject} has not been accepted as a known gap since {Times.Day(gap.Expires)}: {gap.Reason}"),
    ];

    /// <summary>What could not be read; without a vCenter for the store, or a file of a guest's result.</summary>
    public IReadOnlyList<(VCenterFacts? VCenter, string Says, bool IsWhole, bool IsAccepted)> Missing => field ??=
    [
        .. document.VCenters.SelectMany(vcenter => vcenter.Problems.Select((problem, index) => (
            (VCenterFacts?)vcenter,
            problem,
            index == 0 && vcenter.Status == ReadStatus.Failed,
            vcenter.KnownGaps?.Accepted.Any(gap => gap.Problem == index) ?? false))),
        .. (document.Problems ?? []).Concat(document.GuestResults?.Problems ?? [])
            .Select(problem => ((VCenterFacts?)null, problem, false, false)),
    ];

    public IReadOnlyList<string> LeftOut =>
        field ??= [.. (document.LeftOut ?? []).Select(left => $"{left.Server} is the same vCenter as {left.SameAs} and is counted once")];

    /// <summary>What the scan was limited to, a sentence each, names as code and without a full stop.</summary>
    public IReadOnlyList<string> Limits => field ??=
        [.. document.VCenters.Select(vcenter => GetLimit(vcenter.Server, vcenter.Scope))
            .Prepend(GetLimit(server: null, document.Scope)).OfType<string>()];

    public bool HasSeveralVCenters => document.VCenters.Skip(1).Any();

    public int GetNumber(string reason) =>
        (_reasons ??= UnknownReasons.Index().ToDictionary(item => item.Item, item => item.Index + 1))[reason];

    public bool AreAway(IReadOnlyList<Finding> findings) => findings.All(finding =>
        finding.Subject.Kind == SubjectKind.VirtualMachine && AwayIds.Contains((GetServer(finding.Subject), finding.Subject.Id)));

    private IEnumerable<NextStep> GetSteps()
    {
        NextStep[] decide = [GetDeciding(), GetFinding()];
        NextStep prevent = new(
            FixSummary.ClustersWithoutRules,
            $"Keep VMs on hosts of one frequency: {FixSummary.Prevent}",
            "so that it does not come back",
            "TP202",
            Standing.ExpectedSlow);
        return FixSummary.Fixes.Concat(Unknown is { AreMany: true } ? [.. decide, prevent] : [decide[0], prevent, decide[1]]);
    }

    private NextStep GetDeciding()
    {
        var guests = FixSummary.ToSettle.SelectMany(item => item.Class.SettleBy).Where(item => item.Kind == SettlingKind.Guest)
            .Select(item => item.Machine).Distinct().ToList();
        var open = Counted.Of(Counts.Open, Noun.Vm);
        var hasWindows = document.VCenters.SelectMany(DecidingWay.From).Any(way => way.Command == DecidingWay.Probe);
        return new(
            Counts.Open,
            $"Decide whether {open} {Counted.Agree(Counts.Open)} slow: run {(hasWindows ? "Invoke-TimerProbeGuestProbe or " : "")}timerprobe check in {(guests.Count == 0 ? "them" : PlanTerms.List(guests, MaxNames))}, or read {Counted.Agree(Counts.Open, "its log", "their logs")}",
            "undecided",
            "TP222",
            Standing.Open);
    }

    private NextStep GetFinding() => new(
        Unknown?.MayBeSlow ?? 0,
        $"Find the original host of {Counted.Of(Unknown?.MayBeSlow ?? 0, Noun.Vm)} that may be slow: {Unknown?.Answers}",
        "undecided",
        "TP210",
        Standing.Unknown);

    private static IEnumerable<NextStep> FirstRemedies(FindingGroup group) => group.Remedies.Select(remedy => new NextStep(
        group.Findings.Count, remedy.Action + remedy.ForWhom(name => name), group.Severity.ToDocumentName(), group.Rule, Standing.Home));

    private static string? GetLimit(string? server, ScanScope? scope)
    {
        (string Kind, IReadOnlyList<string> Names)[] filters = scope is null
            ? []
            : [("datacenter", scope.Datacenters), ("cluster", scope.Clusters), ("folder", scope.Folders), ("name", scope.Names)];
        var wanted = string.Join("; ", filters.Where(filter => filter.Names.Count > 0)
            .Select(filter => $"{filter.Kind} {string.Join(" or ", filter.Names.Select(name => $"`{name}`"))}"));
        return wanted.Length == 0 ? null : $"Only what {(server is null ? "" : $"of `{server}` ")}matches was looked at: {wanted}";
    }

    private HashSet<(string?, string?)> AwayIds => field ??= [.. Away.Select(row => ((string?)row.Server, (string?)row.Facts.Id))];

    private IEnumerable<MachineRow> GetRows()
    {
        var findings = document.Findings
            .Where(finding => finding.Subject is { Kind: SubjectKind.VirtualMachine, Id: not null })
            .ToLookup(finding => (GetServer(finding.Subject), finding.Subject.Id));
        return document.VCenters.SelectMany(vcenter => vcenter.VirtualMachines.Select(machine => new MachineRow(
            vcenter,
            machine,
            findings[(vcenter.Server, machine.Id)].OrderByDescending(finding => finding.Severity)
                .ThenBy(finding => finding.Rule, StringComparer.Ordinal).ToArray())));
    }

    private string? GetServer(Subject subject) =>
        subject.Server ?? (HasSeveralVCenters || document.VCenters.Count == 0 ? null : document.VCenters[0].Server);
}
