using TimerProbe.Reporting.Html.Model;

namespace TimerProbe.Reporting.Html.Sections;

/// <summary>The findings by rule: what the rule means, what all its findings share, then each with its own.</summary>
internal static class FindingSection
{
    private const int MostShownAtOnce = 12;

    public static void Write(HtmlPage page, ScanView view)
    {
        if (view.Groups.Count == 0)
        {
            return;
        }

        page.Add($"""
            <section id="findings" aria-labelledby="findings-title">
            <h2 id="findings-title">Findings and what to do</h2>
            <p>Nothing has been changed: the scan only reads. Steps are given for several tools; any one of them is enough. Read a remedy to its end before you begin with it.</p>

            """);
        foreach (var group in view.Groups)
        {
            Write(page, view, group);
        }

        page.Add($"</section>\n");
    }

    private static void Write(HtmlPage page, ScanView view, GroupView group)
    {
        var severity = Words.Severity(group.Group.Severity);
        page.Add($"<section class=\"rule {severity}\" aria-labelledby=\"{group.Group.Rule}\"><h3 id=\"{group.Group.Rule}\"><span class=\"badge {severity}\">{severity}</span> {group.Title} <small>{group.Group.Rule}</small></h3>\n");
        Prose.Write(page, group.Description?.Meaning ?? "");
        SharedAdvice.Write(page, group);
        page.Add($"<details class=\"all\"{new OpenWhen(group.Findings.Count <= MostShownAtOnce)}><summary>{Words.Count(group.Findings.Count, "finding")}</summary>\n");
        var sources = EvidenceSources.SharedIn(group);
        EvidenceSources.Write(page, sources);
        foreach (var finding in group.Findings)
        {
            OneFinding.Write(page, view, group, finding, sources);
        }

        page.Add($"</details></section>\n");
    }
}
