using TimerProbe.Reporting.Findings;
using TimerProbe.Reporting.Reports;
using static TimerProbe.Reporting.Markdown.MarkdownText;

namespace TimerProbe.Reporting.Markdown;

/// <summary>A report as GitHub-flavoured Markdown to paste into a ticket or a wiki.</summary>
public static class ReportMarkdown
{
    /// <summary>Writes the whole report.</summary>
    public static void Write(Report report, TextWriter output)
    {
        var page = new MarkdownPage(output);
        page.Heading(1, $"{report.Title} {Code(report.Subject)}, {Times.Minute(report.StartedAt)} UTC");
        page.Paragraph($"**{Sentence(report.Headline)}**");
        foreach (var reason in report.Reasons)
        {
            page.Paragraph(Sentence(reason));
        }

        page.Paragraph(string.Join(", ", report.Verdict.Select(each => $"{each.What.ToLowerInvariant()} {Code(each.Value)}")) + ".");
        page.Paragraph(Sentence(string.Join(", ", report.About)) + ".");
        page.Paragraph(report.Findings is [{ Remedies: [var first, ..] }, ..] ? $"What to do: {Sentence(first.Action)}." : "");
        page.Paragraph(report.Anonymized ? "Names and UUIDs are pseudonyms." : "");
        foreach (var section in report.Sections)
        {
            WriteSection(page, section);
        }

        FindingMarkdown.Write(page, FindingGroup.From(report.Findings));
        page.List("Muted by the configuration", report.Muted.Select(Sentence));
        page.Heading(2, "How to verify");
        page.Paragraph(Sentence(report.Verify));
        page.List(report.DetailsTitle, report.Details.Select(detail => $"{detail.What}: {Code(detail.Value)}"));
        page.List("Not available", report.Unavailable.Select(missing => $"{Sentence(missing.What)}: {Sentence(missing.Why)}"));
        page.List("Document", report.Document.Select(detail => $"{detail.What}: {Code(detail.Value)}"));
    }

    private static void WriteSection(MarkdownPage page, ReportSection section)
    {
        page.Heading(2, section.Title);
        var table = new MarkdownTable([.. section.Columns.Select(column => column.Title)]);
        foreach (var row in section.Rows)
        {
            table.Add([.. row.Select((text, column) =>
                section.Columns[column].Holds == ColumnContent.Names && text.Length > 0 ? NameCell(text) : Cell(Sentence(text)))]);
        }

        table.WriteTo(page);
        foreach (var note in section.Notes)
        {
            page.Item(Sentence(note));
        }
    }
}
