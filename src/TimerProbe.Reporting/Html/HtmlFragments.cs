namespace TimerProbe.Reporting.Html;

/// <summary>Parts of the report for other pages: markup in which every name is text, styled by <see cref="StyleSheet"/>.</summary>
public static class HtmlFragments
{
    public static string StyleSheet => EmbeddedFile.Style.Text;

    public static string Text(string? text) => Fragment(page => page.Add($"{text}"));

    public static string Answer(ScanReport report, FleetLinks links) => Fragment(page => Summary.WriteAnswer(page, report, links));

    public static string Explanation => Fragment(About.WriteExplanation);

    public static string Partial(string server, IReadOnlyList<string> problems) =>
        Fragment(page => Notices.WritePartial(page, server, problems));

    public static string Clusters(IEnumerable<ClusterRow> clusters, string label, FleetLinks links) =>
        Fragment(page => Summary.WriteClusters(page, clusters, label, links));

    public static string Matrix(ClusterRow cluster, PartsPerMillion tolerance, FleetLinks links) =>
        Fragment(page => ClusterSection.WriteMatrix(page, cluster, tolerance, links));

    public static string Machines(ScanReport report, IReadOnlyList<MachineRow> rows, FleetLinks links) =>
        Fragment(page => MachineTable.WriteSome(page, report, rows, links));

    public static string Timeline(HistoryDocument document) => Fragment(page => TimelinePicture.Write(page, document));

    public static string Story(HistoryDocument document) => Fragment(page => HistoryHtml.WriteRows(page, HistoryEntry.From(document)));

    /// <summary>What a rule means, and what to do about its findings as far as they share it.</summary>
    /// <param name="all">The page of all of them; null where they follow.</param>
    public static string Rule(FindingGroup group, PageLink? all) => Fragment(page =>
    {
        FindingSection.OpenRule(page, group);
        if (all is { } link)
        {
            page.Add($"<p><a {link}>{Counted.Of(group.Findings.Count, Noun.Finding)}<span> of {group.Rule}, each with what shows it and what to do</span></a></p>\n");
        }

        page.Add($"</section>\n");
    });

    public static string Finding(FindingGroup group, Finding finding) => Fragment(page =>
    {
        FindingSection.WriteEvidence(page, finding.Evidence, group.SharedSources);
        RemedyList.WriteOwn(page, group, finding);
    });

    public static string Finding(Finding finding, string id, PageLink rule) =>
        Fragment(page => FindingSection.WriteWhole(page, finding, id, rule));

    public static string Plan(Report report, int maxRows, string rest) => Fragment(page =>
    {
        ReportHtml.WriteVerdict(page, report);
        MovedPicture.Write(page, report.Moved);
        foreach (var (number, section) in report.Sections.Index())
        {
            var beyond = section.Rows.Count - maxRows;
            var shown = beyond <= 0 ? section : section with
            {
                Rows = [.. section.Rows.Take(maxRows)],
                Notes = [.. section.Notes, $"{Counted.Of(beyond, Noun.Row.With("more"))} {Counted.Agree(beyond)} {rest}."],
            };
            ReportHtml.WriteSection(page, shown, number + 1);
        }
    });

    public static string Sentence(string text) => Fragment(page => Prose.Inline(page, text));

    private static string Fragment(Action<HtmlPage> write)
    {
        using var text = new StringWriter(CultureInfo.InvariantCulture);
        HtmlPage.Write(text, write);
        return text.ToString();
    }
}
