using TimerProbe.Core.Advice;
using TimerProbe.Core.Json;
using TimerProbe.Reporting.Html.Markup;

namespace TimerProbe.Reporting.Html.Sections;

/// <summary>The ids of a page's findings: by rule and subject, so that they are the same in every run that finds the same.</summary>
internal sealed class FindingAnchors
{
    private readonly Dictionary<Finding, string> _ids = new(ReferenceEqualityComparer.Instance);

    public FindingAnchors(IEnumerable<Finding> findings)
    {
        var times = new Dictionary<string, int>(StringComparer.Ordinal);
        foreach (var finding in findings)
        {
            var subject = finding.Subject;
            var id = Anchor.Of(finding.Rule, subject.Id ?? subject.Name, subject.Kind.ToDocumentName(), subject.Server);
            var time = times[id] = times.GetValueOrDefault(id) + 1;
            _ids[finding] = time == 1 ? id : $"{id}-{Counted.Number(time)}";
        }
    }

    public string this[Finding finding] => _ids[finding];
}
