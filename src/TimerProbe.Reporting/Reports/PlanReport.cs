using Answer = (
    string Title, string Subject, TimerProbe.Core.Advice.Severity? Severity, string Headline,
    System.Collections.Generic.IReadOnlyList<string> Reasons);

namespace TimerProbe.Reporting.Reports;

public static class PlanReport
{
    /// <summary>The report.</summary>
    /// <param name="host">How a host or vCenter is named; null for its whole name.</param>
    public static Report Create(PlanDocument document, Func<string, string>? host = null)
    {
        host ??= name => name;
        var answer = GetAnswer(document, host);
        return new Report
        {
            Title = answer.Title,
            Subject = answer.Subject,
            About =
            [
                .. document.Scans
                    .Where(scan => scan.Servers.Count > 0)
                    .Select(scan => $"{string.Join(", ", scan.Servers)}, scanned {Times.Minute(scan.StartedAt)} UTC"),
                .. GetLimits(document).Take(1).Select(bound => $"hosts filled to {bound.Value}"),
            ],
            StartedAt = document.MadeAt,
            Severity = answer.Severity,
            Headline = answer.Headline,
            Reasons = answer.Reasons,
            VerdictTitle = "Answer",
            Verdict = [("Kind", document.Kind.ToDocumentName())],
            Anonymized = document.Anonymized,
            Moved = MovedIn(document),
            Sections = [.. PlanSections.Create(document, host)],
            Findings = [],
            DetailsTitle = "Planned with",
            Details =
            [
                .. GetLimits(document),
                ("tolerance", document.TolerancePpm.ToString()),
                .. document.Scans.Select(scan => ("scan", scan.Id.ToString())),
            ],
            Verify = "`timerprobe check` in a machine: only a measurement proves that its clock is fast.",
            Document = CheckReport.GetDocument(
                document.Schema, document.Id, document.Tool, ("Made", $"{Times.Minute(document.MadeAt)} UTC")),
        };
    }

    private static IEnumerable<(string What, string Value)> GetLimits(PlanDocument document) =>
        document is { Home: null, Evacuation: null }
        ? []
        :
        [
            ("most of a host's memory and CPU", $"{document.Settings.FillPercent:0.#} %"),
            ("most moves at once", Counted.Number(document.Settings.WaveSize)),
        ];

    private static IReadOnlyList<(string Host, PlannedClock Before, string? To, PlannedClock After)> MovedIn(PlanDocument document)
    {
        var moved = document.Moves.GroupBy(move => (move.Server, move.MachineId)).ToDictionary(
            same => same.Key, same => (Host: same.First().From, same.First().Before, To: (string?)same.Last().To, same.Last().After));
        foreach (var (machine, now) in (document.Evacuation?.Machines ?? []).Select(item => (item.Machine, item.Now)))
        {
            moved.TryAdd((machine.Server, machine.Id), (machine.Host, now, To: null, PlannedClock.Unknown));
        }

        foreach (var machine in (document.Home?.Remaining ?? []).Select(item => item.Machine))
        {
            moved.TryAdd((machine.Server, machine.Id), (machine.Host, PlannedClock.Slow, machine.Host, PlannedClock.Slow));
        }

        return [.. moved.Values];
    }

    /// <summary>The plan in sentences: the headline is one line, the state in capitals before a colon.</summary>
    private static Answer GetAnswer(PlanDocument document, Func<string, string> host) => document switch
    {
        { Evacuation: { } evacuation } => Evacuate(document, evacuation, host),
        { Home: { } home } => Home(document, home),
        { Rules: { } rules } => Rules(rules),
        _ => ("Plan of", "nothing", null, "NOTHING: this document has no plan.", []),
    };

    private static Answer Evacuate(PlanDocument document, EvacuationPlan evacuation, Func<string, string> host)
    {
        var hosts = PlanTerms.List([.. evacuation.Hosts.Select(host)]);
        var kept = evacuation.Machines.Count(machine => machine.To is not null);
        var left = evacuation.Machines.Count - kept;
        var running = Counted.Of(evacuation.Machines.Count, Noun.Machine.With("running"));
        return (
            "Evacuation of",
            string.Join(", ", evacuation.Hosts),
            left == 0 ? null : Severity.Warning,
            evacuation.Machines.Count == 0 ? $"NOTHING TO MOVE: no machine runs on {hosts}."
            : left == 0 ? $"CAN BE EMPTIED: {Counted.Agree(evacuation.Machines.Count, "the", "all")} {running} on {hosts} can move without a slower clock."
            : $"{(kept == 0 ? "NONE" : "NOT ALL")}: {Counted.Number(kept)} of {running} on {hosts} can move without a slower clock, {Counted.Number(left)} cannot.",
        [
            .. When(
                evacuation.Machines.Count > 0,
                $"Slow VMs: {Counted.Number(evacuation.Machines.Count(machine => machine.Now == PlannedClock.Slow))} now, {PlanTerms.Of(evacuation.FreeDrs)} if DRS empties the {Noun.Host.For(evacuation.Hosts.Count)}, {PlanTerms.Of(evacuation.WithMoves)} with this plan. This assumes that DRS follows free capacity."),
            .. Obstacles(evacuation.Machines.Where(machine => machine.To is null)
                .Select(machine => (machine.Machine.Name, machine.Obstacle)), "cannot"),
            .. When(document.Moves.Count > 0, Moves(document.Moves)),
            .. evacuation.Rounds.Select(round =>
                $"Patch {round.Cluster} in this order: {PlanTerms.List([.. round.Steps.Select(step => host(step.Host))], 8)}. Up to {Counted.Of(round.EverSlow, Noun.Vm)} may be slow during patching ({round.SlowBefore} already {Counted.Agree(round.SlowBefore)} or may be); {round.PowerCycles} still {Counted.Agree(round.PowerCycles, "needs", "need")} a power cycle afterwards."),
            .. When(
                evacuation.Suspended > 0,
                $"{Counted.Of(evacuation.Suspended, Noun.Machine.With("suspended"))}: slow when resumed on a host of another frequency that does not scale the TSC."),
            .. When(
                evacuation.Secondaries > 0,
                $"{Counted.Of(evacuation.Secondaries, Noun.Secondary)}: vSphere places them."),
        ]);
    }

    private static Answer Home(PlanDocument document, HomePlan home)
    {
        var remaining = home.Remaining.Count;
        return (
            "Way home of",
            GetServers(document),
            remaining > 0 ? Severity.Warning : null,
            home.SlowNow == 0 ? "AT HOME: no machine is slow, measured or expected."
            : home.BroughtHome == 0 && remaining > 0
                ? $"NOT WITHOUT DOWNTIME: no move within the cluster helps the {Counted.Of(home.SlowNow, Noun.Vm)} that {SlowAs(home)}."
            : $"{(remaining == 0 ? "ALL HOME" : "SOME HOME")}: moves without downtime are expected to make {Counted.Number(home.BroughtHome)} of {Counted.Of(home.SlowNow, Noun.Vm)} fast that {SlowAs(home)}.",
        [
            .. When(document.Moves.Count > 0, Moves(document.Moves)),
            .. When(
                remaining > 0,
                $"{Counted.Number(remaining)} {Counted.Agree(remaining, "needs", "need")} a power cycle to be fast again, in {Counted.Of(home.Windows.Count, Noun.MaintenanceWindow)}."),
            .. Obstacles(
                home.Remaining.Select(item => (item.Machine.Name, (PlanObstacle?)item.Why)),
                Counted.Agree(remaining, "stays slow", "of them")),
            .. When(
                home.UnknownNow > 0,
                $"{Counted.Of(home.UnknownNow, Noun.Vm.With("more"))} {Counted.Agree(home.UnknownNow)} undecided, for the home or whether the host scales the TSC: any number of them may be slow."),
        ]);
    }

    private static string SlowAs(HomePlan home) =>
        home.MeasuredSlow == 0 ? $"{Counted.Agree(home.SlowNow)} expected to be slow"
        : home.MeasuredSlow == home.SlowNow ? $"{Counted.Agree(home.SlowNow, "was", "were")} measured slow"
        : $"are slow ({Counted.Number(home.MeasuredSlow)} measured, {Counted.Number(home.SlowNow - home.MeasuredSlow)} expected)";

    private static Answer Rules(IReadOnlyList<ClusterRules> clusters)
    {
        var mixed = clusters.Where(cluster => cluster.Rules.Count > 0).ToList();
        var count = mixed.Sum(cluster => cluster.Rules.Count);
        var machines = mixed.Sum(cluster => cluster.Rules.Sum(rule => rule.Machines.Count));
        var guessed = mixed.Sum(cluster => cluster.Rules.Sum(rule => (long)rule.ByPresentHost));
        var kept = clusters.Sum(cluster => (long)cluster.AlreadyKept);
        var conflicts = clusters.Sum(cluster => cluster.Conflicts.Count);
        return (
            "DRS rules for",
            PlanTerms.List([.. clusters.Select(cluster => cluster.Cluster)]),
            conflicts > 0 ? Severity.Warning : null,
            clusters.Count == 0 ? "NO RULES: there is no cluster."
            : mixed.Count == 0
                ? "NO RULES: nothing in these clusters is known to need one: they help where a host does not scale the TSC."
            : $"RULES: {Counted.Of(count, Noun.Rule)} in {Counted.Of(mixed.Count, Noun.Cluster)} {Counted.Agree(count, "keeps", "keep")} {Counted.Of(machines, Noun.Machine)} with their frequency class.",
        [
            .. When(
                mixed.Count > 0,
                "Each is a rule \"should run on hosts in group\", so that high availability still may break it. --remedies FILE writes a script that makes them."),
            .. When(kept > 0, $"Present rules keep {Counted.Of(kept, Noun.Machine)} there already."),
            .. When(
                guessed > 0,
                $"{Counted.Of(guessed, Noun.Machine)} with an unknown home {Counted.Agree(guessed)} kept where {Counted.Agree(guessed, "it is", "they are")} now."),
            .. When(conflicts > 0, $"Present rules contradict: {Counted.Of(conflicts, Noun.Conflict)} below."),
        ]);
    }

    private static string Moves(IReadOnlyList<PlannedMove> moves) =>
        $"{Counted.Of(moves.Count, Noun.Move)} without downtime, in {Counted.Of(moves.Select(move => move.Wave).Distinct().Count(), Noun.Wave)}; the next wave starts when one is done.";

    private static IEnumerable<string> Obstacles(IEnumerable<(string Name, PlanObstacle? Why)> machines, string what) => machines
        .Where(machine => machine.Why is not null)
        .GroupBy(machine => machine.Why!.Value, machine => machine.Name)
        .OrderByDescending(same => same.Count())
        .ThenBy(same => same.Key)
        .Select(same =>
            $"{Counted.Number(same.Count())} {what}: {PlanTerms.Of(same.Key)} ({PlanTerms.List([.. same.Order(StringComparer.Ordinal)])}).");

    private static string GetServers(PlanDocument document) => string.Join(", ", document.Scans.SelectMany(scan => scan.Servers));

    private static IEnumerable<string> When(bool isSo, string sentence) => isSo ? [sentence] : [];
}
