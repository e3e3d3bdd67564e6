namespace TimerProbe.Reporting.Reports;

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
        PlanObstacle.NoHost => "no other host of the cluster with a processor of its vendor has the home's frequency, or is known to scale the TSC",
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

        var (low, high) = ($"{forecast.ExpectedLow:#,0.#}", $"{forecast.ExpectedHigh:#,0.#}");
        var range = $"{Counted.Number(forecast.Best)} to {Counted.Number(forecast.Worst)}";
        var expected = low == high ? low : $"{low} to {high}";
        return expected == range ? range : $"{range} (expected {expected})";
    }

    public static string List(IReadOnlyList<string> names, int maxNames = 3) =>
        names.Count <= maxNames
            ? string.Join(", ", names)
            : $"{string.Join(", ", names.Take(maxNames))} and {Counted.Number(names.Count - maxNames)} more";
}
