namespace TimerProbe.Core.Advice;

/// <summary>The findings of one rule together, so that what they share is told once.</summary>
/// <param name="Rule">The rule's id.</param>
/// <param name="Findings">Its findings, in the order they came.</param>
/// <param name="Remedies">What the findings advise, in the order in which to try it.</param>
public sealed record FindingGroup(string Rule, IReadOnlyList<Finding> Findings, IReadOnlyList<SharedRemedy> Remedies)
{
    /// <summary>The gravest severity among the findings.</summary>
    public Severity Severity => Findings.Max(finding => finding.Severity);

    /// <summary>Groups findings by rule, the gravest group first, then by the rule's id.</summary>
    public static IReadOnlyList<FindingGroup> Of(IEnumerable<Finding> findings) =>
        [.. findings.GroupBy(finding => finding.Rule, StringComparer.Ordinal)
            .Select(group => new FindingGroup(group.Key, [.. group], SharedRemedy.Of(group)))
            .OrderByDescending(group => group.Severity)
            .ThenBy(group => group.Rule, StringComparer.Ordinal)];
}

/// <summary>A remedy as far as the findings of a group share it.</summary>
/// <param name="Action">What it does: the same in all.</param>
/// <param name="Steps">The steps whose text is the same in every finding that has the remedy.</param>
/// <param name="Caveats">The caveats that every finding with the remedy has.</param>
/// <param name="Verify">The command that shows whether it helped; where it depends on the guest, all of them.</param>
public sealed record SharedRemedy(string Action, IReadOnlyList<RemedyStep> Steps, IReadOnlyList<string> Caveats, string Verify)
{
    /// <summary>The steps of a finding's remedy that are its own.</summary>
    public IEnumerable<RemedyStep> OwnSteps(Remedy remedy) => remedy.Steps.Except(Steps);

    /// <summary>The caveats of a finding's remedy that are its own.</summary>
    public IEnumerable<string> OwnCaveats(Remedy remedy) => remedy.Caveats.Except(Caveats, StringComparer.Ordinal);

    internal static IReadOnlyList<SharedRemedy> Of(IEnumerable<Finding> findings) =>
        [.. findings.SelectMany(finding => finding.Remedies)
            .GroupBy(remedy => remedy.Action, StringComparer.Ordinal)
            .OrderBy(remedies => remedies.Min(remedy => remedy.Rank))
            .Select(Share)];

    private static SharedRemedy Share(IEnumerable<Remedy> remedies)
    {
        var verify = new SortedSet<string>(StringComparer.Ordinal);
        Remedy first = null!;
        HashSet<RemedyStep>? steps = null;
        HashSet<string>? caveats = null;
        foreach (var remedy in remedies)
        {
            verify.Add(remedy.Verify);
            if (steps is null || caveats is null)
            {
                first = remedy;
                steps = [.. remedy.Steps];
                caveats = new(remedy.Caveats, StringComparer.Ordinal);
                continue;
            }

            steps.IntersectWith(remedy.Steps);
            caveats.IntersectWith(remedy.Caveats);
        }

        return new SharedRemedy(first.Action, [.. first.Steps.Where(steps!.Contains)], [.. first.Caveats.Where(caveats!.Contains)], string.Join(" or ", verify));
    }
}
