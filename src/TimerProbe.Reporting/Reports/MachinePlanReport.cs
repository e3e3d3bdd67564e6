namespace TimerProbe.Reporting.Reports;

/// <summary>The part of the plans of a cluster that is about one of its machines, as a report.</summary>
public static class MachinePlanReport
{
    /// <summary>The report; null for a machine that the plans do not have: one off, or the copy of a fault tolerance pair.</summary>
    public static Report? Create(PlanDocument home, PlanDocument evacuation, VirtualMachineFacts facts, IReadOnlyList<HostFacts> hosts)
    {
        if (evacuation.Evacuation?.Machines.FirstOrDefault(item => item.Machine.Id == facts.Id) is not { } machine)
        {
            return null;
        }

        var move = home.Moves.FirstOrDefault(item => item.MachineId == facts.Id);
        var remaining = home.Home?.Remaining.FirstOrDefault(item => item.Machine.Id == facts.Id);
        var isExpected = facts.Guest is null;
        var (headline, severity) = Headline(machine, move, isExpected);
        return PlanReport.Create(home) with
        {
            Title = "Plan for",
            Subject = machine.Machine.Name,
            Severity = severity,
            Headline = headline,
            Reasons = [.. Reasons(machine, move, remaining, home.Home?.Waves ?? 0)],
            Verdict = [("Now on", machine.Machine.Host), ("Clock now", $"{(isExpected && machine.Now != PlannedClock.Unknown ? "expected " : "")}{PlanTerms.Of(machine.Now)}")],
            Moved = [],
            Sections = [GetHosts(machine, hosts)],
        };
    }

    private static (string Text, Severity? Severity) Headline(EvacuatedMachine machine, PlannedMove? move, bool isExpected) =>
        machine.Now switch
        {
            PlannedClock.Fast => ($"{(isExpected ? "EXPECTED FAST" : "FAST")}: nothing is to be done for its clock on {machine.Machine.Host}.", null),
            PlannedClock.Unknown => ($"UNKNOWN: nobody knows how its clock reads on {machine.Machine.Host}.", Severity.Info),
            _ when move is { After: PlannedClock.Fast } =>
                (
                    $"{Slow(isExpected)}, WITH A WAY HOME: a move to {move.To}, without downtime, is expected to make its clock fast.",
                    Severity.Warning),
            _ => ($"{Slow(isExpected)}, NOT WITHOUT DOWNTIME: no move within the cluster makes its clock fast.", Severity.Warning),
        };

    private static string Slow(bool isExpected) => isExpected ? "EXPECTED SLOW" : "SLOW";

    private static IEnumerable<string> Reasons(EvacuatedMachine machine, PlannedMove? move, RemainingMachine? remaining, int waves)
    {
        if (move is not null)
        {
            yield return $"It goes from {move.From} to {move.To} {PlanTerms.Of(move.Reason)}, in wave {Counted.Number(move.Wave)} of {Counted.Number(waves)} of its cluster's way home.";
        }

        if (remaining is not null)
        {
            yield return $"Why it stays slow: {PlanTerms.Of(remaining.Why)}. Powered off and on where it is to stay, it is fast there.";
        }

        if (machine.Elsewhere.Count > 0)
        {
            yield return $"Hosts of other clusters with its home's frequency, its datastores and its networks: {PlanTerms.List(machine.Elsewhere)}. That they take it is expected.";
        }

        yield return machine.To is { } to
            ? $"When {machine.Machine.Host} is emptied, it can move to {to} without a slower clock."
            : $"When {machine.Machine.Host} is emptied, no move is proposed: {PlanTerms.Of(machine.Obstacle ?? PlanObstacle.NoHost)}.";
        if (machine.Now == PlannedClock.Unknown)
        {
            yield return "timerprobe check inside it decides how its clock reads.";
        }
    }

    private static ReportSection GetHosts(EvacuatedMachine machine, IReadOnlyList<HostFacts> hosts)
    {
        return new ReportSection(
            "What each host of its cluster does to its clock",
            [new("Host"), new("Frequency", ColumnContent.Figures), new("Class"), new("Clock there (expected)"), new("Can run there")],
            [.. hosts.OrderBy(host => host.Name, StringComparer.Ordinal).Select(Row)],
            ["Where it can run, DRS may move it; whether there is room is not said."]);

        IReadOnlyList<string> Row(HostFacts host)
        {
            var isHere = host.Name == machine.Machine.Host;
            var clock = isHere ? machine.Now
                : machine.FastHosts.Contains(host.Name) ? PlannedClock.Fast
                : machine.SlowHosts.Contains(host.Name) ? PlannedClock.Slow
                : machine.UnknownHosts.Contains(host.Name) ? PlannedClock.Unknown
                : (PlannedClock?)null;
            return
            [
                host.Name,
                host.Hz?.ToString() ?? "",
                host.FrequencyClass ?? "",
                clock is { } known ? PlanTerms.Of(known) : "",
                isHere ? "it runs here"
                    : clock is not null ? "yes"
                    : host.ConnectionState is not (null or "connected") ? "no: the host is not connected"
                    : host.InMaintenanceMode == true ? "no: maintenance"
                    : host.HeldBack is { } mode ? $"no: {mode}"
                    : "no: a VM-Host rule",
            ];
        }
    }
}
