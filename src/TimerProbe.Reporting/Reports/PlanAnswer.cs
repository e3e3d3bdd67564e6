namespace TimerProbe.Reporting.Reports;

/// <summary>
/// A plan in sentences. Its headline is one line, the state in capitals before a colon; no severity: nothing is bad.
/// </summary>
internal sealed record PlanAnswer(string Title, string Subject, Severity? Severity, string Headline, IReadOnlyList<string> Reasons)
{
    public static PlanAnswer Of(PlanDocument document, Func<string, string> host) => document switch
    {
        { Evacuation: { } evacuation } => Evacuate(document, evacuation, host),
        { Home: { } home } => Home(document, home),
        { Rules: { } rules } => Rules(rules),
        _ => new("Plan of", "nothing", null, "NOTHING: this document has no plan.", []),
    };

    private static PlanAnswer Evacuate(PlanDocument document, EvacuationPlan evacuation, Func<string, string> host)
    {
        var hosts = PlanTerms.List([.. evacuation.Hosts.Select(host)]);
        var kept = evacuation.Machines.Count(machine => machine.To is not null);
        var left = evacuation.Machines.Count - kept;
        var running = Counted.Of(evacuation.Machines.Count, "running machine");
        return new(
            "Evacuation of",
            string.Join(", ", evacuation.Hosts),
            left == 0 ? null : Core.Advice.Severity.Warning,
            evacuation.Machines.Count == 0 ? $"NOTHING TO MOVE: no machine runs on {hosts}."
            : left == 0 ? $"CAN BE EMPTIED: {(evacuation.Machines.Count == 1 ? "the" : "all")} {running} on {hosts} can move without a slower clock."
            : $"{(kept == 0 ? "NONE" : "NOT ALL")}: {Counted.Number(kept)} of {running} on {hosts} can move without a slower clock, {Counted.Number(left)} cannot.",
        [
            .. When(
                evacuation.Machines.Count > 0,
                $"Slow of them: {Counted.Number(evacuation.Machines.Count(machine => machine.Now == PlannedClock.Slow))} now; afterwards {PlanTerms.Of(evacuation.FreeDrs)} when DRS alone empties the hosts, {PlanTerms.Of(evacuation.WithMoves)} with the moves proposed here. That DRS follows free capacity is expected."),
            .. Obstacles(evacuation.Machines.Where(machine => machine.To is null)
                .Select(machine => (machine.Machine.Name, machine.Obstacle)), "cannot"),
            .. When(document.Moves.Count > 0, Moves(document.Moves)),
            .. evacuation.Rounds.Select(round =>
                $"Patch {round.Cluster} in this order: {PlanTerms.List([.. round.Steps.Select(step => host(step.Host))], 8)}. {Counted.Of(round.EverSlow, "machine")} slow or not known to be fast at some time, {round.SlowBefore} of them before it begins; {Counted.Of(round.PowerCycles, "power cycle")} left at the end."),
            .. When(
                evacuation.Suspended > 0,
                $"{Counted.Of(evacuation.Suspended, "suspended machine")}: slow when resumed on a host of another frequency that does not scale the TSC."),
            .. When(
                evacuation.Secondaries > 0,
                $"{Counted.Of(evacuation.Secondaries, "fault tolerance secondary machine")}: vSphere places them."),
        ]);
    }

    private static PlanAnswer Home(PlanDocument document, HomePlan home)
    {
        var remaining = home.Remaining.Count;
        return new(
            "Way home of",
            GetServers(document),
            remaining > 0 ? Core.Advice.Severity.Warning : null,
            home.SlowNow == 0 ? "AT HOME: no machine is slow, measured or expected."
            : $"{(remaining == 0 ? "ALL HOME" : home.BroughtHome == 0 ? "NO WAY HOME" : "SOME HOME")}: moves without downtime make {Counted.Number(home.BroughtHome)} of {Counted.Of(home.SlowNow, "machine")} fast that {SlowAs(home)}.",
        [
            .. When(document.Moves.Count > 0, Moves(document.Moves)),
            .. When(
                remaining > 0,
                $"{Counted.Number(remaining)} {(remaining == 1 ? "needs" : "need")} a power cycle to be fast again, in {Counted.Of(home.Windows.Count, "maintenance window")}."),
            .. Obstacles(
                home.Remaining.Select(item => (item.Machine.Name, (PlanObstacle?)item.Why)),
                home.Remaining.Count == 1 ? "stays slow" : "of them"),
            .. When(
                home.UnknownNow > 0,
                $"{Counted.Of(home.UnknownNow, "more machine")} {(home.UnknownNow == 1 ? "has a clock" : "have clocks")} that nobody knows, for the home or whether the host scales the TSC: between none and all of them run slow."),
        ]);
    }

    private static string SlowAs(HomePlan home) =>
        home.MeasuredSlow == 0 ? home.SlowNow == 1 ? "is expected to be slow" : "are expected to be slow"
        : home.MeasuredSlow == home.SlowNow ? home.SlowNow == 1 ? "was measured slow" : "were measured slow"
        : $"are slow ({Counted.Number(home.MeasuredSlow)} measured, {Counted.Number(home.SlowNow - home.MeasuredSlow)} expected)";

    private static PlanAnswer Rules(IReadOnlyList<ClusterRules> clusters)
    {
        var mixed = clusters.Where(cluster => cluster.Rules.Count > 0).ToList();
        var count = mixed.Sum(cluster => cluster.Rules.Count);
        var machines = mixed.Sum(cluster => cluster.Rules.Sum(rule => rule.Machines.Count));
        var guessed = mixed.Sum(cluster => cluster.Rules.Sum(rule => (long)rule.ByPresentHost));
        var kept = clusters.Sum(cluster => (long)cluster.AlreadyKept);
        var conflicts = clusters.Sum(cluster => cluster.Conflicts.Count);
        return new(
            "DRS rules for",
            PlanTerms.List([.. clusters.Select(cluster => cluster.Cluster)]),
            conflicts > 0 ? Core.Advice.Severity.Warning : null,
            clusters.Count == 0 ? "NO RULES: there is no cluster."
            : mixed.Count == 0
                ? "NO RULES: nothing in these clusters is known to need one: they help where a host does not scale the TSC."
            : $"RULES: {Counted.Of(count, "rule")} in {Counted.Of(mixed.Count, "cluster")} {(count == 1 ? "keeps" : "keep")} {Counted.Of(machines, "machine")} with their frequency class.",
        [
            .. When(
                mixed.Count > 0,
                "Each is a rule \"should run on hosts in group\", so that high availability still may break it. --remedies FILE writes a script that makes them."),
            .. When(kept > 0, $"Present rules keep {Counted.Of(kept, "machine")} there already."),
            .. When(
                guessed > 0,
                $"{Counted.Of(guessed, "machine")} with an unknown home {(guessed == 1 ? "is" : "are")} kept where {(guessed == 1 ? "it is" : "they are")} now."),
            .. When(conflicts > 0, $"Present rules contradict: {Counted.Of(conflicts, "conflict")} below."),
        ]);
    }

    private static string Moves(IReadOnlyList<PlannedMove> moves) =>
        $"{Counted.Of(moves.Count, "move")} without downtime, in {Counted.Of(moves.Select(move => move.Wave).Distinct().Count(), "wave")}; the next wave starts when one is done.";

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
