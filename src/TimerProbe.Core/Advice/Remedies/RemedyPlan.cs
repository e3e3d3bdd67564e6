namespace TimerProbe.Core.Advice.Remedies;

/// <summary>Turns a rule's ordered list of remedies into those of a finding or of a page.</summary>
public static class RemedyPlan
{
    /// <summary>The remedies that fit a guest, ranked in the order of the plan.</summary>
    public static IReadOnlyList<Remedy> For(GuestFacts facts, IEnumerable<PlannedRemedy> plan)
    {
        var settings = Settings.Of(facts.Machine);
        return Rank(plan
            .Where(remedy => settings.Contains(remedy.Where) && remedy.When?.Invoke(facts) != false)
            .Select(remedy => remedy with { Caveats = [.. remedy.Caveats, .. Verification.CaveatsOn(facts.Machine, remedy.Verify)] }));
    }

    /// <summary>The remedies that fit something in a fleet, ranked in the order of the plan.</summary>
    public static IReadOnlyList<Remedy> For(FleetTarget target, IEnumerable<PlannedRemedy> plan) =>
        Rank(plan.Where(remedy => remedy.Fits?.Invoke(target) != false)
            .Select(remedy =>
                remedy with
                {
                    Caveats = [.. OfCloud(target, remedy), .. remedy.Caveats, .. Verification.CaveatsOn(target.Machine, remedy.Verify)]
                }));

    /// <summary>The remedies that fit a SQL Server, ranked in the order of the plan.</summary>
    public static IReadOnlyList<Remedy> For(SqlFacts facts, IEnumerable<PlannedRemedy> plan) =>
        Rank(plan.Where(remedy => remedy.Suits?.Invoke(facts) != false));

    /// <summary>All remedies, by setting in the order in which the plan first names each, ranked within it.</summary>
    public static IReadOnlyList<RemedyGroup> Groups(IEnumerable<PlannedRemedy> plan) =>
        [.. plan.GroupBy(remedy => remedy.Where).Select(group => new RemedyGroup(group.Key, Rank(group)))];

    private static IEnumerable<string> OfCloud(
        FleetTarget target, PlannedRemedy remedy) => target.Cloud is { } cloud && remedy.TakesInfrastructureRights
        ? [
            $"The names say that this is {cloud}: your role there (CloudAdmin) cannot be expected to configure hosts, clusters or vCenter. Ask the provider to do this, or use its own placement policies."
        ]
        : [];

    private static IReadOnlyList<Remedy> Rank(IEnumerable<PlannedRemedy> plan) =>
        [.. plan.Select((remedy, index) => new Remedy(index + 1, remedy.Action, remedy.Steps, remedy.Caveats, remedy.Verify))];
}
