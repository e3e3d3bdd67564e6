using TimerProbe.Core.Advice;
using TimerProbe.Core.Json;
using TimerProbe.Reporting.Html.Model;

namespace TimerProbe.Reporting.Html.Sections;

/// <summary>The findings about one machine or server, one after the other: what they mean, what shows them, what to do.</summary>
internal static class EachFinding
{
    private static readonly Dictionary<string, string> NoSharedSource = [];

    public static void Write(HtmlPage page, IReadOnlyList<Finding> findings)
    {
        if (findings.Count == 0)
        {
            return;
        }

        page.Add($"""
            <section id="findings" aria-labelledby="findings-title">
            <h2 id="findings-title">Findings and what to do</h2>
            <p>Nothing has been changed. Steps are given for several tools; any one of them is enough. Read a remedy to its end before you begin with it.</p>

            """);
        foreach (var (number, finding) in findings.Index())
        {
            Write(page, finding, number + 1);
        }

        page.Add($"</section>\n");
    }

    private static void Write(HtmlPage page, Finding finding, int number)
    {
        var group = new GroupView(FindingGroup.Of([finding])[0], [new FindingView(number, finding)]);
        var severity = Words.Severity(finding.Severity);
        page.Add($"<section class=\"rule {severity}\" aria-labelledby=\"f{number}\"><h3 id=\"f{number}\"><span class=\"badge {severity}\">{severity}</span> {finding.Title} <small>{finding.Rule}, {finding.Confidence.ToDocumentName()}</small></h3>\n");
        Prose.Write(page, group.Description?.Meaning ?? "");
        page.Add($"<h4>What shows it</h4>\n");
        OneFinding.WriteEvidence(page, finding.Evidence, NoSharedSource);
        SharedAdvice.Write(page, group, open: true);
        page.Add($"</section>\n");
    }
}
