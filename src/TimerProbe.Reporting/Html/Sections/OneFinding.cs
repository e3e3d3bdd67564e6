using TimerProbe.Core.Advice;
using TimerProbe.Core.Json;
using TimerProbe.Reporting.Html.Model;

namespace TimerProbe.Reporting.Html.Sections;

/// <summary>A finding: what it is about, the figures that show it, and the steps and caveats that are its own.</summary>
internal static class OneFinding
{
    public static void Write(
        HtmlPage page, ScanView view, GroupView group, FindingView numbered, IReadOnlyDictionary<string, string> sources)
    {
        var finding = numbered.Finding;
        page.Add($"<details{new OpenWhen(group.Findings.Count == 1)}><summary><b class=\"{Words.Severity(finding.Severity)}\">{Words.Severity(finding.Severity)}</b> {Words.Kind(finding.Subject.Kind)} <bdi>{finding.Subject.Name}</bdi>");
        if (view.HasSeveralVCenters && finding.Subject.Server is { } server && finding.Subject.Kind != SubjectKind.Vcenter)
        {
            page.Add($" on <bdi>{server}</bdi>");
        }

        page.Add($"{(finding.Title == group.Title ? "" : ": " + finding.Title)} <i>{finding.Confidence.ToDocumentName()}</i></summary><div id=\"f{numbered.Number}\">\n");
        WriteEvidence(page, finding.Evidence, sources);
        WriteRemedies(page, group.Group, finding);
        page.Add($"</div></details>\n");
    }

    /// <summary>Figures, each with its source where that is not told once for all.</summary>
    public static void WriteEvidence(HtmlPage page, IReadOnlyList<Evidence> evidence, IReadOnlyDictionary<string, string> sources)
    {
        if (evidence.Count == 0)
        {
            return;
        }

        page.Add($"<dl>");
        foreach (var item in evidence)
        {
            page.Add($"<dt>{item.What}<dd>{Words.Value(item)}");
            if (!sources.ContainsKey(item.What))
            {
                page.Add($" <small>{item.Source}</small>");
            }
        }

        page.Add($"</dl>\n");
    }

    private static void WriteRemedies(HtmlPage page, FindingGroup group, Finding finding)
    {
        var caveats = new List<string>();
        foreach (var (shared, number) in group.Remedies.Select((shared, at) => (shared, at + 1)))
        {
            if (finding.Remedies.FirstOrDefault(own => own.Action == shared.Action) is not { } remedy)
            {
                continue;
            }

            caveats.AddRange(shared.OwnCaveats(remedy));
            var steps = shared.OwnSteps(remedy).ToList();
            if (steps.Count == 0)
            {
                continue;
            }

            page.Add($"<h5>{number}. {remedy.Action}</h5>\n");
            steps.ForEach(step => Steps.Write(page, step));
        }

        Steps.WriteCaveats(page, [.. caveats.Distinct(StringComparer.Ordinal)]);
    }
}
