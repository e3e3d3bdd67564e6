namespace TimerProbe.Reporting.Html;

/// <summary>
/// The findings and what to do. Those of a scan come by rule: what the rule means, what all its findings share, then each with
/// its own. Those about one machine or server follow one another.
/// </summary>
internal static class FindingSection
{
    private const int MaxShownAtOnce = 12;

    private const int MaxOnPaper = 60;

    private static readonly Dictionary<string, string> NoSharedSource = [];

    public static void Write(HtmlPage page, IReadOnlyList<Finding> findings)
    {
        if (findings.Count == 0)
        {
            return;
        }

        Open(page, "Nothing has been changed.");
        var anchors = GetAnchors(findings);
        foreach (var finding in findings)
        {
            WriteWhole(page, finding, anchors[finding], rule: null);
        }

        page.Add($"</section>\n");
    }

    public static void WriteWhole(HtmlPage page, Finding finding, string id, PageLink? rule)
    {
        var (severity, group) = (finding.Severity.ToDocumentName(), FindingGroup.From(finding));
        page.Add($"<section class=\"rule {severity}\" aria-labelledby=\"{id}\"><h3 id=\"{id}\"><span class=\"badge {severity}\">{severity}</span> {finding.Title} <small>");
        if (rule is { } link)
        {
            page.Add($"<a {link}>{finding.Rule}</a>");
        }
        else
        {
            page.Add($"{finding.Rule}");
        }

        page.Add($", {finding.Confidence.ToDocumentName()}</small></h3>\n");
        Prose.Write(page, group.Description?.Meaning ?? "");
        page.Add($"<h4>What shows it</h4>\n");
        WriteEvidence(page, finding.Evidence, NoSharedSource);
        RemedyList.Write(page, group, open: true);
        page.Add($"</section>\n");
    }

    public static void OpenRule(HtmlPage page, FindingGroup group)
    {
        var severity = group.Severity.ToDocumentName();
        page.Add($"<section class=\"rule {severity}\" aria-labelledby=\"{group.Rule}\"><h3 id=\"{group.Rule}\"><span class=\"badge {severity}\">{severity}</span> {group.Title} <small>{group.Rule}</small></h3>\n");
        Prose.Write(page, group.Description?.Meaning ?? "");
        RemedyList.Write(page, group, open: false);
    }

    public static void Write(HtmlPage page, ScanReport report, IReadOnlyDictionary<Finding, string> anchors)
    {
        if (report.Groups.Count == 0)
        {
            return;
        }

        Open(page, "Nothing has been changed: the scan only reads.");
        foreach (var group in report.Groups)
        {
            Write(page, report, anchors, group);
        }

        page.Add($"</section>\n");
    }

    private static void Open(HtmlPage page, string changed) => page.Add($"""
        <section id="findings" aria-labelledby="findings-title">
        <h2 id="findings-title">Findings and what to do</h2>
        <p>{changed} Steps are given for several tools; any one of them is enough. Read the whole remedy before you start.</p>

        """);

    private static void Write(HtmlPage page, ScanReport report, IReadOnlyDictionary<Finding, string> anchors, FindingGroup group)
    {
        OpenRule(page, group);
        page.Add($"<details class=\"all\"{HtmlAttribute.OpenIf(group.Findings.Count <= MaxShownAtOnce)}><summary>{Counted.Of(group.Findings.Count, Noun.Finding)}</summary>\n");
        WriteSources(page, group.SharedSources);
        if (group.SharedEvidence.Count > 0)
        {
            page.Add($"<p>All of them:\n");
            WriteEvidence(page, group.SharedEvidence, group.SharedSources);
        }

        foreach (var finding in group.Findings)
        {
            Write(page, report, anchors[finding], group, finding);
        }

        if (group.Findings.Count > MaxOnPaper)
        {
            page.Add($"<p class=\"paper\">On paper the first {MaxOnPaper} of {Counted.Number(group.Findings.Count)}; the page itself has them all.</p>\n");
        }

        page.Add($"</details></section>\n");
    }

    private static void Write(HtmlPage page, ScanReport report, string id, FindingGroup group, Finding finding)
    {
        var severity = finding.Severity.ToDocumentName();
        page.Add($"<details{HtmlAttribute.OpenIf(group.Findings.Count == 1)}><summary>");
        if (!group.IsOfOneSeverity)
        {
            page.Add($"<b class=\"{severity}\">{severity}</b> ");
        }

        page.Add($"{Subject.GetNoun(finding.Subject.Kind).For(1)} <bdi>{finding.Subject.Name}</bdi>");
        if (report.HasSeveralVCenters && finding.Subject.Server is { } server && finding.Subject.Kind != SubjectKind.Vcenter)
        {
            page.Add($" on <bdi>{server}</bdi>");
        }

        page.Add($"{(finding.Title == group.Title ? "" : ": " + finding.Title)} <i>{finding.Confidence.ToDocumentName()}</i></summary><div id=\"{id}\">\n");
        WriteEvidence(page, [.. finding.Evidence.Where(item => !group.SharedEvidence.Contains(item))], group.SharedSources);
        RemedyList.WriteOwn(page, group, finding);
        page.Add($"</div></details>\n");
    }

    private static void WriteSources(HtmlPage page, IReadOnlyDictionary<string, string> sources)
    {
        if (sources.Count > 0)
        {
            var reported = sources.GroupBy(source => source.Value, source => source.Key)
                .Select(same => $"{string.Join(", ", same)} ({same.Key})");
            page.Add($"<p class=\"note\">Where the figures come from: {string.Join("; ", reported)}.</p>\n");
        }
    }

    internal static void WriteEvidence(HtmlPage page, IReadOnlyList<Evidence> evidence, IReadOnlyDictionary<string, string> sources)
    {
        if (evidence.Count == 0)
        {
            return;
        }

        page.Add($"<dl>");
        foreach (var item in evidence)
        {
            page.Add($"<dt>{item.What}<dd>{Figure.Format(item)}");
            if (!sources.ContainsKey(item.What))
            {
                page.Add($" <small>{item.Source}</small>");
            }
        }

        page.Add($"</dl>\n");
    }

    /// <summary>The ids of a page's findings: by rule and subject, so that they are the same in every run that finds the same.</summary>
    internal static IReadOnlyDictionary<Finding, string> GetAnchors(IEnumerable<Finding> findings)
    {
        var (ids, times) = (new Dictionary<Finding, string>(ReferenceEqualityComparer.Instance), new Dictionary<string, int>());
        foreach (var finding in findings)
        {
            var subject = finding.Subject;
            var id = DisplayText.GetAnchor(finding.Rule, subject.Id ?? subject.Name, subject.Kind.ToDocumentName(), subject.Server);
            var time = times[id] = times.GetValueOrDefault(id) + 1;
            ids[finding] = time == 1 ? id : $"{id}-{Counted.Number(time)}";
        }

        return ids;
    }
}
