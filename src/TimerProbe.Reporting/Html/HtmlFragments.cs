using System.Globalization;
using TimerProbe.Core.Documents;
using TimerProbe.Reporting.Findings;
using TimerProbe.Reporting.History;
using TimerProbe.Reporting.Html.Markup;
using TimerProbe.Reporting.Html.Pictures;
using TimerProbe.Reporting.Html.Sections;
using TimerProbe.Reporting.Reports;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Reporting.Html;

/// <summary>Parts of the report's pages for other pages: markup in which every name is text, styled by <see cref="StyleSheet"/>.</summary>
public static class HtmlFragments
{
    /// <summary>The style sheet of the report.</summary>
    public static string StyleSheet => EmbeddedFile.Style.Text;

    /// <summary>A text as the report shows it: a character that is not seen becomes its number.</summary>
    public static string Text(string? text) => Fragment(page => page.Add($"{text}"));

    /// <summary>All machines in one bar, by where they are.</summary>
    public static string Placements(MachineCounts counts) => Fragment(page => PlacementBar.Write(page, counts));

    /// <summary>A history on a line of time.</summary>
    public static string Timeline(HistoryDocument document) => Fragment(page => TimelinePicture.Write(page, document));

    /// <summary>What happened, line by line.</summary>
    public static string Story(HistoryDocument document) => Fragment(page => HistoryHtml.WriteRows(page, HistoryEntry.From(document)));

    /// <summary>What the rule of some findings means.</summary>
    public static string Meaning(FindingGroup group) => Fragment(page => Prose.Write(page, group.Description?.Meaning ?? ""));

    /// <summary>What to do about the findings of a rule, in order, as far as they share it.</summary>
    /// <param name="group">The findings.</param>
    /// <param name="open">Whether the first is shown with its steps.</param>
    public static string Remedies(FindingGroup group, bool open) => Fragment(page => RemedyList.Write(page, group, open));

    /// <summary>One finding of a rule: its figures, and what to do that is its own.</summary>
    public static string Finding(FindingGroup group, Core.Advice.Finding finding) => Fragment(page =>
    {
        FindingSection.WriteEvidence(page, finding.Evidence, group.SharedSources);
        RemedyList.WriteOwn(page, group, finding);
    });

    /// <summary>A plan: its answer, its picture and its tables.</summary>
    /// <param name="report">The plan.</param>
    /// <param name="mostRows">The most rows of each table.</param>
    /// <param name="rest">Where the rows beyond are, as the end of a sentence.</param>
    public static string Plan(Report report, int mostRows, string rest) => Fragment(page =>
    {
        ReportHead.WriteVerdict(page, report);
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
