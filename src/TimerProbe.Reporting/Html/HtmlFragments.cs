using System.Globalization;

namespace TimerProbe.Reporting.Html;

/// <summary>Parts of the report's pages for other pages: markup in which every name is text, styled by <see cref="StyleSheet"/>.</summary>
public static class HtmlFragments
{
    /// <summary>The style sheet of the report.</summary>
    public static string StyleSheet => EmbeddedFile.Style.Text;

    /// <summary>A text as the report shows it: a character that is not seen becomes its number.</summary>
    public static string Text(string? text) => Fragment(page => page.Add($"{text}"));

    /// <summary>The answer for the person who decides.</summary>
    public static string Answer(ScanReport report) => Fragment(page => Summary.WriteAnswer(page, report, report.Lines));

    /// <summary>How many machines have each standing, and how many of everything there are.</summary>
    public static string Numbers(ScanReport report, FleetLinks links) => Fragment(page => Summary.WriteNumbers(page, report, links));

    /// <summary>What could not be read of a vCenter.</summary>
    public static string Partial(string server, IReadOnlyList<string> problems) =>
        Fragment(page => Notices.WritePartial(page, server, problems));

    /// <summary>Clusters in a table.</summary>
    public static string Clusters(IEnumerable<ClusterRow> clusters, string label, FleetLinks links) =>
        Fragment(page => Summary.WriteClusters(page, clusters, label, links));

    /// <summary>The machines of a cluster by the class they were powered on in and the class they are in.</summary>
    public static string Matrix(ClusterRow cluster, PartsPerMillion tolerance, FleetLinks links) =>
        Fragment(page => ClusterSection.WriteMatrix(page, cluster, tolerance, links));

    /// <summary>Some machines of a scan, with the columns that the whole table has.</summary>
    public static string Machines(ScanReport report, IReadOnlyList<MachineRow> rows, FleetLinks links) =>
        Fragment(page => MachineTable.WriteSome(page, report, rows, links));

    /// <summary>A history on a line of time.</summary>
    public static string Timeline(HistoryDocument document) => Fragment(page => TimelinePicture.Write(page, document));

    /// <summary>What happened, line by line.</summary>
    public static string Story(HistoryDocument document) => Fragment(page => HistoryHtml.WriteRows(page, HistoryEntry.From(document)));

    /// <summary>What a rule means, and what to do about its findings as far as they share it.</summary>
    /// <param name="group">The findings.</param>
    /// <param name="all">The page of all of them; null where they follow.</param>
    public static string Rule(FindingGroup group, PageLink? all) => Fragment(page =>
    {
        FindingSection.OpenRule(page, group);
        if (all is { } link)
        {
            page.Add($"<p><a {link}>{Counted.Of(group.Findings.Count, "finding")}<span> of {group.Rule}, each with what shows it and what to do</span></a></p>\n");
        }

        page.Add($"</section>\n");
    });

    /// <summary>One of the findings of a rule: its figures, and what to do that is its own.</summary>
    public static string Finding(FindingGroup group, Finding finding) => Fragment(page =>
    {
        FindingSection.WriteEvidence(page, finding.Evidence, group.SharedSources);
        RemedyList.WriteOwn(page, group, finding);
    });

    /// <summary>A finding by itself.</summary>
    /// <param name="finding">The finding.</param>
    /// <param name="id">The id of its heading.</param>
    /// <param name="rule">The page of its rule.</param>
    public static string Finding(Finding finding, string id, PageLink rule) =>
        Fragment(page => FindingSection.WriteWhole(page, finding, id, rule));

    /// <summary>A plan: its answer, its picture and its tables.</summary>
    /// <param name="report">The plan.</param>
    /// <param name="mostRows">The most rows of each table.</param>
    /// <param name="rest">Where the rows beyond are, as the end of a sentence.</param>
    public static string Plan(Report report, int mostRows, string rest) => Fragment(page =>
    {
        ReportFrame.WriteVerdict(page, report);
        MovedPicture.Write(page, report.Moved);
        foreach (var (number, section) in report.Sections.Index())
        {
            var beyond = section.Rows.Count - mostRows;
            var shown = beyond <= 0 ? section : section with
            {
                Rows = [.. section.Rows.Take(mostRows)],
                Notes = [.. section.Notes, $"{Counted.Of(beyond, "more row")} {(beyond == 1 ? "is" : "are")} {rest}."],
            };
            FigureSection.Write(page, shown, number + 1);
        }
    });

    /// <summary>A sentence with commands in it.</summary>
    public static string Sentence(string text) => Fragment(page => Prose.Inline(page, text));

    /// <summary>A part is small: it is kept as text.</summary>
    private static string Fragment(Action<HtmlPage> write)
    {
        using var text = new StringWriter(CultureInfo.InvariantCulture);
        HtmlPage.Write(text, write);
        return text.ToString();
    }
}
