namespace TimerProbe.Reporting.Reports;

/// <summary>The findings of one rule with their remedies, for every form: what they share is said once.</summary>
public sealed class FindingGroup
{
    private const int Few = 3;

    private FindingGroup(string rule, IReadOnlyList<Finding> findings)
    {
        Rule = rule;
        Findings = findings;
        Severity = findings.Max(finding => finding.Severity);
        IsOfOneSeverity = findings.All(finding => finding.Severity == Severity);
        Description = RuleCatalogue.Find(rule);
        Remedies = SharedRemedy.From(findings);
    }

    public string Rule { get; }

    /// <summary>What the rule is; null for one that this version does not know.</summary>
    public RuleDescription? Description { get; }

    public IReadOnlyList<Finding> Findings { get; }

    public Severity Severity { get; }

    public bool IsOfOneSeverity { get; }

    /// <summary>How many there are, and where some are less severe how many are not: <c>4 of 138</c>.</summary>
    public string HowMany => IsOfOneSeverity
        ? Counted.Number(Findings.Count)
        : $"{Counted.Number(Findings.Count(finding => finding.Severity == Severity))} of {Counted.Number(Findings.Count)}";

    public IReadOnlyList<SharedRemedy> Remedies { get; }

    public string Title =>
        Findings.All(finding => finding.Title == Findings[0].Title) ? Findings[0].Title : Description?.Title ?? Findings[0].Title;

    public bool IsFew => Findings.Count <= Few;

    public IReadOnlyList<Evidence> SharedEvidence => field ??= EvidenceOfAll();

    public IReadOnlyDictionary<string, string> SharedSources => field ??= Findings.Skip(1).Any()
        ? Findings.SelectMany(finding => finding.Evidence)
            .GroupBy(evidence => evidence.What)
            .Where(same => same.Select(evidence => evidence.Source).Distinct().Count() == 1)
            .ToDictionary(same => same.Key, same => same.First().Source)
        : new Dictionary<string, string>();

    /// <summary>Where to read more, in one line; empty where there is nothing.</summary>
    public string References => string.Join("; ", Sources.Select(reference => $"{reference.Title} ({reference.Locator})"));

    public IReadOnlyList<Reference> Sources => field ??= [.. Findings.SelectMany(finding => finding.References).Distinct()];

    public static IReadOnlyList<FindingGroup> From(IEnumerable<Finding> findings) =>
        [.. findings.GroupBy(finding => finding.Rule)
            .Select(group => new FindingGroup(group.Key, [.. group]))
            .OrderByDescending(group => group.Severity)
            .ThenBy(group => group.Rule, StringComparer.Ordinal)];

    public static FindingGroup From(Finding finding) => new(finding.Rule, [finding]);

    private List<Evidence> EvidenceOfAll()
    {
        var shared = Findings.Skip(1).Any() ? Findings[0].Evidence.ToList() : [];
        foreach (var finding in Findings.Skip(1))
        {
            shared.RemoveAll(item => !finding.Evidence.Contains(item));
        }

        return shared;
    }
}
