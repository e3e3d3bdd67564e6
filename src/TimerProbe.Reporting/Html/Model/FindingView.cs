using TimerProbe.Core.Advice;
using TimerProbe.Core.Advice.Rules;

namespace TimerProbe.Reporting.Html.Model;

/// <summary>A finding and its number on the page.</summary>
/// <param name="Number">From 1 upward, in the order of the page.</param>
/// <param name="Finding">The finding.</param>
internal sealed record FindingView(int Number, Finding Finding);

/// <summary>The findings of a rule with their numbers on the page.</summary>
/// <param name="Group">The findings and what they share.</param>
/// <param name="Findings">The findings, in their order.</param>
internal sealed record GroupView(FindingGroup Group, IReadOnlyList<FindingView> Findings)
{
    /// <summary>The title of the rule, else of the first finding.</summary>
    public string Title => Description?.Title ?? Findings[0].Finding.Title;

    /// <summary>The rule; null for one that this version does not know.</summary>
    public RuleDescription? Description { get; } = RuleCatalogue.Descriptions.FirstOrDefault(description => description.Id == Group.Rule);
}
