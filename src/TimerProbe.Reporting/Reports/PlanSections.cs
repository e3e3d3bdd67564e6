using static TimerProbe.Core.Counted;
using static TimerProbe.Reporting.Reports.ColumnContent;
using Naming = System.Func<string, string>;

namespace TimerProbe.Reporting.Reports;

/// <summary>The tables of a plan, the most needed first.</summary>
internal static class PlanSections
{
    public static IEnumerable<ReportSection> Create(PlanDocument document, Naming host)
    {
        var inSeveral = document.Scans.SelectMany(scan => scan.Servers).Distinct().Skip(1).Any();
        return Of(document, host, server => inSeveral ? host(server) : "")
            .Where(section => section.Rows.Count > 0 || section.Notes.Count > 0);
    }

    private static IEnumerable<ReportSection> Of(PlanDocument document, Naming host, Naming server) =>
    [
        .. document.Evacuation is { } evacuation ? [Left(evacuation, host, server)] : None,
        .. document.Home is { } home ? [Windows(home, server), Remaining(home, host, server)] : None,
        .. document.Rules is { } rules ? Rules(rules, host, server) : None,
        .. document.Evacuation?.Rounds.Select(round => Round(round, host, server)) ?? None,
        Moves(document.Moves, host, server),
        .. document.Evacuation is { } hosts ? [Machines(hosts, host, server)] : None,
        Measurements(document, host, server),
        new ReportSection("Assumed", [], [], document.Assumptions) { IsDetail = true },
    ];

    private static ReportSection[] None => [];

    private static ReportSection Left(EvacuationPlan evacuation, Naming host, Naming server) => ReportSection.Of<EvacuatedMachine>(
        "Without a move that keeps the clock",
        evacuation.Machines.Where(machine => machine.To is null),
        new("vCenter", item => server(item.Machine.Server), rank: 0),
        new("Machine", item => item.Machine.Name, rank: 0),
        new("On", item => host(item.Machine.Host), rank: 2),
        new("Clock now", item => PlanTerms.Of(item.Now), rank: 1),
        new("Why", item => item.Obstacle is { } why ? PlanTerms.Of(why) : "", rank: 0),
        new("Elsewhere, expected", item => PlanTerms.List([.. item.Elsewhere.Select(host)], 2), rank: 3)) with
    {
        IsDetail = true,
    };

    private static ReportSection Machines(EvacuationPlan evacuation, Naming host, Naming server) => ReportSection.Of<EvacuatedMachine>(
        "Where each machine is expected to be fast",
        evacuation.Machines,
        new("vCenter", item => server(item.Machine.Server), rank: 0),
        new("Machine", item => item.Machine.Name, rank: 0),
        new("On", item => host(item.Machine.Host), rank: 1),
        new("Fast on", item => All(item.FastHosts.Select(host)), rank: 0),
        new("Unknown on", item => All(item.UnknownHosts.Select(host)), rank: 2),
        new("Slow on", item => All(item.SlowHosts.Select(host)), rank: 3),
        new("Elsewhere, expected", item => All(item.Elsewhere.Select(host)), rank: 4)) with
    {
        IsDetail = true,
    };

    private static ReportSection Round(PatchRound round, Naming host, Naming server) => ReportSection.Of(
        $"Order for patching {round.Cluster}{(server(round.Server) is { Length: > 0 } of ? $" of {of}" : "")}",
        round.Steps.Select((step, at) => new { Number = at + 1, Step = step }),
        new("Step", item => Number(item.Number), Figures),
        new("Host", item => host(item.Step.Host)),
        new("Class", item => item.Step.FrequencyClass),
        new("Out", item => Number(item.Step.Out.Count), Figures),
        new("Slow", item => Number(item.Step.Out.Count(move => move.After == PlannedClock.Slow)), Figures),
        new("Back", item => Number(item.Step.Back.Count), Figures),
        new("No host takes", item => PlanTerms.List(item.Step.Stuck, 2))) with
    {
        IsDetail = true,
    };

    private static ReportSection Moves(IReadOnlyList<PlannedMove> moves, Naming host, Naming server)
    {
        return ReportSection.Of<PlannedMove>(
            "Moves",
            moves,
            new("Wave", move => Number(move.Wave), Figures, rank: 0),
            new("vCenter", move => server(move.Server), rank: 0),
            new("Machine", move => move.Machine, rank: 0),
            new("From", move => host(move.From), rank: 2),
            new("To", move => host(move.To), rank: 0),
            new("Clock (expected)", Clocks, rank: 1),
            new("Why", move => PlanTerms.Of(move.Reason), rank: 3));

        static string Clocks(PlannedMove move) => move.Before == move.After
            ? PlanTerms.Of(move.After)
            : $"{PlanTerms.Of(move.Before)} to {PlanTerms.Of(move.After)}";
    }

    private static ReportSection Measurements(PlanDocument document, Naming host, Naming server) => ReportSection.Of<UsefulMeasurement>(
        "Measure first",
        document.Measurements,
        new("vCenter", item => server(item.Machine.Server), rank: 0),
        new("Machine", item => item.Machine.Name, rank: 0),
        new("On", item => host(item.Machine.Host), rank: 0),
        new("Decides", item => Number(item.NarrowsBy), Figures, rank: 1),
        new("SQL Server", item => item.SqlServerExpected ? "expected" : "", rank: 2)) with
    {
        Notes = document.Measurements.Count == 0
            ? []
            : ["Running timerprobe check in this VM decides this many unknowns; then rescan and plan again."],
    };

    private static ReportSection Windows(HomePlan home, Naming server) => ReportSection.Of<MaintenanceWindow>(
        "Power cycles, by maintenance window",
        home.Windows,
        new("vCenter", window => server(window.Server), rank: 0),
        new("Window", window => window.Name, rank: 0),
        new("Of", window => window.IsFolder ? "folder" : "cluster", rank: 0),
        new("Count", window => Number(window.Machines.Count), Figures, rank: 1),
        new("Machines", window => PlanTerms.List([.. window.Machines.Select(machine => machine.Name)], 4), rank: 2));

    private static ReportSection Remaining(HomePlan home, Naming host, Naming server) => ReportSection.Of<RemainingMachine>(
        "What stays slow",
        home.Remaining,
        new("vCenter", item => server(item.Machine.Server), rank: 0),
        new("Machine", item => item.Machine.Name, rank: 0),
        new("On", item => host(item.Machine.Host), rank: 1),
        new("Why", item => PlanTerms.Of(item.Why), rank: 0),
        new("Elsewhere, expected", item => PlanTerms.List([.. item.Elsewhere.Select(host)], 2), rank: 2)) with
    {
        IsDetail = true,
    };

    private static ReportSection[] Rules(IReadOnlyList<ClusterRules> clusters, Naming host, Naming server) =>
    [
        ReportSection.Of(
            "Rules to add",
            clusters.SelectMany(cluster => cluster.Rules.Select(rule => new { cluster.Server, cluster.Cluster, Rule = rule })),
            new("vCenter", item => server(item.Server), rank: 0),
            new("Cluster", item => item.Cluster, rank: 0),
            new("Rule", item => item.Rule.Name, rank: 0),
            new("Machines", item => Number(item.Rule.Machines.Count), Figures, rank: 1),
            new("By present host", item => Number(item.Rule.ByPresentHost), Figures, rank: 2),
            new("Hosts", item => PlanTerms.List([.. item.Rule.Class.Hosts.Select(host)]), rank: 3),
            new("Host group", item => item.Rule.HostGroup, rank: 4),
            new("VM group", item => item.Rule.VmGroup, rank: 5)),
        ReportSection.Of(
            "Present rules that contradict",
            from cluster in clusters
            from conflict in cluster.Conflicts
            select new { cluster.Server, cluster.Cluster, Conflict = conflict },
            new("vCenter", item => server(item.Server), rank: 0),
            new("Cluster", item => item.Cluster, rank: 0),
            new("Rule", item => item.Conflict.Rule ?? "VM-Host rule", rank: 0),
            new("How", item => PlanTerms.Of(item.Conflict.Kind), rank: 0),
            new("Machines", item => PlanTerms.List([.. item.Conflict.Machines.Select(machine => machine.Name)]), rank: 1)),
        ReportSection.Of(
            "Machines of the VM groups",
            from cluster in clusters
            from rule in cluster.Rules
            from machine in rule.Machines
            select new { cluster.Server, cluster.Cluster, Group = rule.VmGroup, Machine = machine },
            new("vCenter", item => server(item.Server), rank: 0),
            new("Cluster", item => item.Cluster, rank: 2),
            new("VM group", item => item.Group, rank: 0),
            new("Machine", item => item.Machine.Name, rank: 0),
            new("On", item => host(item.Machine.Host), rank: 1)) with
        {
            IsDetail = true,
        },
    ];

    private static string All(IEnumerable<string> hosts) => string.Join(", ", hosts);
}
