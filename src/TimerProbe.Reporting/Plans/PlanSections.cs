using TimerProbe.Core.Documents;
using TimerProbe.Core.Json;
using TimerProbe.Reporting.Reports;

namespace TimerProbe.Reporting.Plans;

/// <summary>The tables of a plan, the most needed first.</summary>
internal static class PlanSections
{
    public static IEnumerable<ReportSection> Create(PlanDocument document, Func<string, string> host) =>
        Of(document, host).Where(section => section.Rows.Count > 0 || section.Notes.Count > 0);

    private static IEnumerable<ReportSection> Of(PlanDocument document, Func<string, string> host)
    {
        if (document.Evacuation is { } evacuation)
        {
            yield return Left(evacuation, host);
        }

        if (document.Home is { } home)
        {
            yield return Windows(home);
            yield return Remaining(home, host);
        }

        foreach (var section in document.Change is { } change ? Classes(change, host) : [])
        {
            yield return section;
        }

        foreach (var section in document.Rules is { } rules ? Rules(rules, host) : [])
        {
            yield return section;
        }

        if (document.Verification is { } verification)
        {
            yield return Verified(verification, host);
        }

        foreach (var round in document.Evacuation?.Rounds ?? [])
        {
            yield return Round(round, host);
        }

        yield return Moves(document.Moves, host);
        if (document.Evacuation is { } hosts)
        {
            yield return Machines(hosts, host);
        }

        yield return new ReportSection(
            "Measure first",
            [new("Machine"), new("On"), new("Narrows by", ColumnContent.Figures), new("SQL Server")],
            Rows(document.Measurements, each =>
            [
                each.Machine.Name,
                host(each.Machine.Host),
                Counted.Number(each.NarrowsBy),
                each.SqlServerExpected ? "expected" : ""
            ]),
            document.Measurements.Count == 0
                ? []
                : ["timerprobe check inside brings best and worst case closer by so many machines; a scan with its result, and the plan again."]);
        yield return new ReportSection("Assumed", [], [], document.Assumptions) { IsDetail = true };
    }

    private static ReportSection Left(EvacuationPlan evacuation, Func<string, string> host) => new(
        "Without a move that keeps the clock",
        [new("Machine"), new("On"), new("Clock now"), new("Why"), new("Elsewhere, expected")],
        Rows(evacuation.Machines.Where(each => each.To is null), each =>
        [
            each.Machine.Name,
            host(each.Machine.Host),
            PlanTerms.Of(each.Now),
            each.Obstacle is { } why ? PlanTerms.Of(why) : "",
            PlanTerms.List([.. each.Elsewhere.Select(host)], 2)
        ]),
        [])
    {
        IsDetail = true,
    };

    private static ReportSection Machines(EvacuationPlan evacuation, Func<string, string> host) => new(
        "Where each machine is fast",
        [new("Machine"), new("On"), new("Fast on"), new("Unknown on"), new("Slow on"), new("Elsewhere, expected")],
        Rows(evacuation.Machines, each =>
        [
            each.Machine.Name,
            host(each.Machine.Host),
            All(each.FastHosts),
            All(each.UnknownHosts),
            All(each.SlowHosts),
            All(each.Elsewhere),
        ]),
        [])
    {
        IsDetail = true,
    };

    private static ReportSection Round(PatchRound round, Func<string, string> host) => new(
        $"Order for patching {round.Cluster}",
        [
            new("Step", ColumnContent.Figures),
            new("Host"),
            new("Class"),
            new("Out", ColumnContent.Figures),
            new("Slow", ColumnContent.Figures),
            new("Back", ColumnContent.Figures),
            new("No host takes")
        ],
        Rows(round.Steps.Index(), step =>
        [
            Counted.Number(step.Index + 1),
            host(step.Item.Host),
            step.Item.FrequencyClass ?? "",
            Counted.Number(step.Item.Out.Count),
            Counted.Number(step.Item.Out.Count(move => move.After == PlannedClock.Slow)),
            Counted.Number(step.Item.Back.Count),
            PlanTerms.List(step.Item.Stuck, 2),
        ]),
        [])
    {
        IsDetail = true,
    };

    private static ReportSection Moves(IReadOnlyList<PlannedMove> moves, Func<string, string> host)
    {
        var inSeveral = moves.Select(move => move.Server).Distinct(StringComparer.Ordinal).Count() > 1;
        return new(
            "Moves",
            [new("Wave", ColumnContent.Figures), .. Where("vCenter"), new("Machine"), new("From"), new("To"), new("Clock"), new("Why")],
            Rows(moves, Of),
            []);

        IEnumerable<ReportColumn> Where(string name) => inSeveral ? [new(name)] : [];

        IReadOnlyList<string> Of(PlannedMove move) =>
        [
            Counted.Number(move.Wave),
            .. inSeveral ? [move.Server] : Array.Empty<string>(),
            move.Machine,
            host(move.From),
            host(move.To),
            move.Before == move.After ? PlanTerms.Of(move.After) : $"{PlanTerms.Of(move.Before)} to {PlanTerms.Of(move.After)}",
            PlanTerms.Of(move.Reason),
        ];
    }

    private static ReportSection Windows(HomePlan home) => new(
        "Power cycles, by maintenance window",
        [new("Window"), new("Of"), new("Count", ColumnContent.Figures), new("Machines")],
        Rows(home.Windows, window =>
        [
            window.Name,
            window.IsFolder ? "folder" : "cluster",
            Counted.Number(window.Machines.Count),
            PlanTerms.List([.. window.Machines.Select(machine => machine.Name)], 4)
        ]),
        []);

    private static ReportSection Remaining(HomePlan home, Func<string, string> host) => new(
        "What stays slow",
        [new("Machine"), new("On"), new("Why"), new("Elsewhere, expected")],
        Rows(home.Remaining, each =>
        [
            each.Machine.Name,
            host(each.Machine.Host),
            PlanTerms.Of(each.Why),
            PlanTerms.List([.. each.Elsewhere.Select(host)], 2)
        ]),
        [])
    {
        IsDetail = true,
    };

    private static IEnumerable<ReportSection> Classes(ClusterChange change, Func<string, string> host)
    {
        yield return Of("Frequency classes now", change.Before);
        yield return Of("Frequency classes afterwards", change.After);

        ReportSection Of(string title, IReadOnlyList<Core.Facts.FrequencyClass> classes) => new(
            title,
            [
                new("Class"),
                new("From", ColumnContent.Figures),
                new("To", ColumnContent.Figures),
                new("Hosts", ColumnContent.Figures),
                new("Names")
            ],
            Rows(classes, each =>
            [
                each.Name,
                each.LowHz.ToString(),
                each.HighHz == each.LowHz ? "" : each.HighHz.ToString(),
                Counted.Number(each.Hosts.Count),
                PlanTerms.List([.. each.Hosts.Select(host)])
            ]),
            []);
    }

    private static IEnumerable<ReportSection> Rules(IReadOnlyList<ClusterRules> clusters, Func<string, string> host)
    {
        yield return new ReportSection(
            "Rules to add",
            [
                new("Cluster"),
                new("Rule"),
                new("Machines", ColumnContent.Figures),
                new("By present host", ColumnContent.Figures),
                new("Hosts"),
                new("Host group"),
                new("VM group")
            ],
            [
                .. from cluster in clusters
                   from rule in cluster.Rules
                   select (IReadOnlyList<string>)[
                       cluster.Cluster,
                       rule.Name,
                       Counted.Number(rule.Machines.Count),
                       Counted.Number(rule.ByPresentHost),
                       PlanTerms.List([.. rule.Class.Hosts.Select(host)]),
                       rule.HostGroup,
                       rule.VmGroup
                   ],
            ],
            []);
        yield return new ReportSection(
            "Present rules that contradict",
            [new("Cluster"), new("Rule"), new("How"), new("Machines")],
            [
                .. from cluster in clusters
                   from conflict in cluster.Conflicts
                   select (IReadOnlyList<string>)[
                       cluster.Cluster,
                       conflict.Rule ?? "VM-Host rule",
                       PlanTerms.Of(conflict.Kind),
                       PlanTerms.List([.. conflict.Machines.Select(machine => machine.Name)])
                   ],
            ],
            []);
        yield return new ReportSection(
            "Machines of the VM groups",
            [new("Cluster"), new("VM group"), new("Machine"), new("On")],
            [
                .. from cluster in clusters
                   from rule in cluster.Rules
                   from machine in rule.Machines
                   select (IReadOnlyList<string>)[cluster.Cluster, rule.VmGroup, machine.Name, host(machine.Host)],
            ],
            [])
        {
            IsDetail = true,
        };
    }

    private static ReportSection Verified(PlanVerification verification, Func<string, string> host) => new(
        "What became of each move",
        [new("Machine"), new("Outcome"), new("Clock now"), new("Measured"), new("From"), new("To"), new("Now on"), new("Power-cycled")],
        Rows(verification.Moves.OrderBy(each => each.Outcome == MoveOutcome.Done), each =>
        [
            each.Move.Machine,
            PlanTerms.Of(each.Outcome),
            each.Now is { } now ? PlanTerms.Of(now) : "",
            each.Measured?.ToDocumentName() ?? "",
            host(each.Move.From),
            host(each.Move.To),
            each.Host is { } at && each.Outcome == MoveOutcome.Otherwise ? host(at) : "",
            each.PowerCycled ? "yes" : "",
        ]),
        []);

    private static string All(IReadOnlyList<string> hosts) => string.Join(", ", hosts);

    private static IReadOnlyList<IReadOnlyList<string>> Rows<T>(IEnumerable<T> items, Func<T, IReadOnlyList<string>> cells) =>
        [.. items.Select(cells)];
}
