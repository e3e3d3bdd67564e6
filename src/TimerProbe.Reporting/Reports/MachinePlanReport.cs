using static System.FormattableString;

namespace TimerProbe.Reporting.Reports;

/// <summary>The part of the plans of a cluster that is about one of its machines, as a report.</summary>
public static class MachinePlanReport
{
    /// <summary>The report; null for a machine that the plans do not have: one off, or the copy of a fault tolerance pair.</summary>
    /// <param name="home">The plan that brings its cluster home.</param>
    /// <param name="evacuation">The plan that empties its host.</param>
    /// <param name="facts">The machine.</param>
    /// <param name="hosts">The hosts of its cluster.</param>
    public static Report? Create(PlanDocument home, PlanDocument evacuation, VirtualMachineFacts facts, IReadOnlyList<HostFacts> hosts)
    {
        if (evacuation.Evacuation?.Machines.FirstOrDefault(each => each.Machine.Id == facts.Id) is not { } machine)
        {
            return null;
        }

        var move = home.Moves.FirstOrDefault(each => each.MachineId == facts.Id);
        var remaining = home.Home?.Remaining.FirstOrDefault(each => each.Machine.Id == facts.Id);
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
            Sections = [HostsOf(machine, hosts)],
        };
    }

    private static (string Text, Severity? Severity) Headline(EvacuatedMachine machine, PlannedMove? move, bool isExpected) =>
        machine.Now switch
        {
            PlannedClock.Fast => ($"FAST: nothing is to be done for its clock on {machine.Machine.Host}.", null),
            PlannedClock.Unknown => ($"UNKNOWN: nobody knows how its clock reads on {machine.Machine.Host}.", Severity.Info),
            _ when move is { After: PlannedClock.Fast } =>
                (
                    $"{Slow(isExpected)}, WITH A WAY HOME: a move to {move.To}, without downtime, is expected to make its clock fast.",
                    Severity.Warning),
            _ => ($"{Slow(isExpected)}, NO WAY HOME: no move without downtime makes its clock fast.", Severity.Warning),
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
            yield return "timerprobe check inside it settles how its clock reads.";
        }
    }

    private static ReportSection HostsOf(EvacuatedMachine machine, IReadOnlyList<HostFacts> hosts)
    {
        return new ReportSection(
            "What each host of its cluster does to its clock",
            [new("Host"), new("Frequency", ColumnContent.Figures), new("Class"), new("Clock there"), new("Open to it")],
            [.. hosts.OrderBy(host => host.Name, StringComparer.Ordinal).Select(Row)],
            ["Where a host is open to it, DRS may move it there; whether there is room is not said."]);

        IReadOnlyList<string> Row(HostFacts host)
        {
            var isHere = host.Name == machine.Machine.Host;
            var clock = isHere ? machine.Now
                : machine.FastHosts.Contains(host.Name, StringComparer.Ordinal) ? PlannedClock.Fast
                : machine.SlowHosts.Contains(host.Name, StringComparer.Ordinal) ? PlannedClock.Slow
                : machine.UnknownHosts.Contains(host.Name, StringComparer.Ordinal) ? PlannedClock.Unknown
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

internal static class PlanTerms
{
    public static string Of(PlannedClock clock) => clock switch
    {
        PlannedClock.Fast => "fast",
        PlannedClock.Slow => "slow",
        _ => "unknown",
    };

    public static string Of(MoveReason reason) => reason switch
    {
        MoveReason.Home => "to come home",
        MoveReason.MakeRoom => "to make room",
        MoveReason.Together => "with a machine that a rule binds it to",
        MoveReason.Evacuate => "to empty its host",
        _ => "back after the patch",
    };

    public static string Of(PlanObstacle why) => why switch
    {
        PlanObstacle.NoHost => "no other host of the cluster has the home's frequency, or is known to scale the TSC",
        PlanObstacle.HostsUnavailable => "hosts of the home's frequency are in maintenance or not connected",
        PlanObstacle.BoundElsewhere => "bound to other hosts by a VM-Host rule",
        PlanObstacle.Affinity => "kept together with others by a rule",
        PlanObstacle.AntiAffinity => "kept apart from others by a rule",
        PlanObstacle.NoRoom => "no host of the home's frequency has room",
        PlanObstacle.HostNotResponding => "its host does not respond or is disconnected: it cannot be moved now",
        PlanObstacle.WaveTooSmall => "a rule keeps more machines together than --wave lets move at once",
        PlanObstacle.RawTsc => "raw TSC, where each move makes the time jump",
        PlanObstacle.FaultTolerance => "fault tolerance, which is not planned",
        _ => "home unknown, and no host of the present frequency takes it",
    };

    public static string Of(RuleConflictKind kind) => kind switch
    {
        RuleConflictKind.BoundElsewhere => "a VM-Host rule leaves them no host of their class",
        RuleConflictKind.Together => "a rule keeps machines of different classes together",
        _ => "a rule keeps more machines of a class apart than it has hosts",
    };

    /// <summary>The range, and within it what free capacity makes of it: <c>2 to 9 (expected 3.5 to 4)</c>.</summary>
    public static string Of(SlowForecast forecast)
    {
        if (forecast.Best == forecast.Worst)
        {
            return Counted.Number(forecast.Best);
        }

        var (low, high) = (Invariant($"{forecast.ExpectedLow:#,0.#}"), Invariant($"{forecast.ExpectedHigh:#,0.#}"));
        var range = $"{Counted.Number(forecast.Best)} to {Counted.Number(forecast.Worst)}";
        var expected = low == high ? low : $"{low} to {high}";
        return expected == range ? range : $"{range} (expected {expected})";
    }

    public static string List(IReadOnlyList<string> names, int most = 3) =>
        names.Count <= most
            ? string.Join(", ", names)
            : $"{string.Join(", ", names.Take(most))} and {Counted.Number(names.Count - most)} more";
}
