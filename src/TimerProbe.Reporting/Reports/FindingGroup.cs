namespace TimerProbe.Reporting.Reports;

/// <summary>The findings of one rule with their remedies, brought together once for every form: what they share is said once.</summary>
public sealed class FindingGroup
{
    /// <summary>So many findings are shown one by one, each with its figures and its own commands; more are a list.</summary>
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

    /// <summary>The rule's id.</summary>
    public string Rule { get; }

    /// <summary>What the rule is; null for one that this version does not know.</summary>
    public RuleDescription? Description { get; }

    /// <summary>Its findings, in the order they came.</summary>
    public IReadOnlyList<Finding> Findings { get; }

    /// <summary>The most severe severity among them.</summary>
    public Severity Severity { get; }

    /// <summary>Whether all of them are of that severity.</summary>
    public bool IsOfOneSeverity { get; }

    /// <summary>How many there are, and where some are less severe how many are not: <c>4 of 138</c>.</summary>
    public string HowMany => IsOfOneSeverity
        ? Counted.Number(Findings.Count)
        : $"{Counted.Number(Findings.Count(finding => finding.Severity == Severity))} of {Counted.Number(Findings.Count)}";

    /// <summary>What they advise, in the order in which to try it.</summary>
    public IReadOnlyList<SharedRemedy> Remedies { get; }

    /// <summary>The title of all of them; where they have several, that of the rule.</summary>
    public string Title =>
        Findings.All(finding => finding.Title == Findings[0].Title) ? Findings[0].Title : Description?.Title ?? Findings[0].Title;

    /// <summary>Whether each is shown by itself.</summary>
    public bool IsFew => Findings.Count <= Few;

    /// <summary>The figures that all of them have, in their order; none for a finding on its own.</summary>
    public IReadOnlyList<Evidence> SharedEvidence => field ??= EvidenceOfAll();

    /// <summary>What has one source in all of them, with the source; nothing for a finding on its own.</summary>
    public IReadOnlyDictionary<string, string> SharedSources => field ??= Findings.Skip(1).Any()
        ? Findings.SelectMany(finding => finding.Evidence)
            .GroupBy(evidence => evidence.What)
            .Where(same => same.Select(evidence => evidence.Source).Distinct().Count() == 1)
            .ToDictionary(same => same.Key, same => same.First().Source)
        : new Dictionary<string, string>();

    /// <summary>Where to read more, in one line; empty where there is nothing.</summary>
    public string References => string.Join("; ", Sources.Select(reference => $"{reference.Title} ({reference.Locator})"));

    /// <summary>Where to read more, each source once.</summary>
    public IReadOnlyList<Reference> Sources => field ??= [.. Findings.SelectMany(finding => finding.References).Distinct()];

    /// <summary>Groups findings by rule, the most severe group first, then by the rule's id.</summary>
    public static IReadOnlyList<FindingGroup> From(IEnumerable<Finding> findings) =>
        [.. findings.GroupBy(finding => finding.Rule)
            .Select(group => new FindingGroup(group.Key, [.. group]))
            .OrderByDescending(group => group.Severity)
            .ThenBy(group => group.Rule, StringComparer.Ordinal)];

    /// <summary>A finding that is shown by itself.</summary>
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
