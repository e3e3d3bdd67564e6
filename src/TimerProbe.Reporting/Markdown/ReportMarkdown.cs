using static TimerProbe.Reporting.Markdown.MarkdownText;

namespace TimerProbe.Reporting.Markdown;

/// <summary>A report as GitHub-flavoured Markdown to paste into a ticket or a wiki.</summary>
public static class ReportMarkdown
{
    private const int Most = 100;
    private const int MaxFindings = 20;

    public static void Write(Report report, TextWriter output)
    {
        var page = new MarkdownPage(output);
        var subject = report.Subject.Length == 0 ? "" : " " + Code(report.Subject);
        page.Heading(1, $"{report.Title}{subject}, {Times.Minute(report.StartedAt)} UTC");
        page.Paragraph($"**{Sentence(report.Headline)}**");
        foreach (var point in report.Points)
        {
            page.Item(Sentence(point) + ".");
        }

        foreach (var reason in report.Reasons)
        {
            page.Paragraph(Sentence(reason));
        }

        WriteParts(page, report.Verdict.Select(item => $"{item.What.ToLowerInvariant()} {Code(item.Value)}"));
        WriteParts(page, report.About.Select(Sentence));
        page.Paragraph(
            report is { Points.Count: 0, Findings: [{ Remedies: [var first, ..] }, ..] } ? $"What to do: {Sentence(first.Action)}." : "");
        page.Paragraph(report.Anonymized ? "Names and UUIDs are pseudonyms." : "");
        WriteSections(page, report.Sections);
        WriteGroups(page, FindingGroup.From(report.Findings));
        page.List("Muted by the configuration", report.Muted.Select(Sentence));
        WriteSections(page, report.Appendix);
        if (report.Verify.Length > 0)
        {
            page.Heading(2, "How to verify");
            page.Paragraph(Sentence(report.Verify));
        }

        page.List(report.DetailsTitle, report.Details.Select(detail => $"{detail.What}: {Code(detail.Value)}"));
        page.List("Not available", report.Unavailable.Select(missing => $"{Sentence(missing.What)}: {Sentence(missing.Why)}"));
        page.List("Document", report.Document.Select(detail => $"{detail.What}: {Code(detail.Value)}"));
    }

    private static void WriteParts(MarkdownPage page, IEnumerable<string> parts) =>
        page.Paragraph(string.Join(", ", parts) is { Length: > 0 } line ? line + "." : "");

    private static void WriteSections(MarkdownPage page, IEnumerable<ReportSection> sections)
    {
        foreach (var section in sections)
        {
            var most = section.WholeIn is null ? int.MaxValue : Most;
            page.Heading(2, section.Title);
            if (section.Rows.Count > 0)
            {
                page.Add([
                    Row(column => section.Columns[column].Title),
                    Row(_ => "---"),
                    .. section.Rows.Take(most).Select(row => Row(column => GetCell(row[column], section.Columns[column]))),
                ]);
            }

            foreach (var note in section.Notes.Take(most))
            {
                page.Item(Sentence(note));
            }

            page.More(Math.Max(section.Rows.Count, section.Notes.Count) - most, section.WholeIn ?? "");
            string Row(Func<int, string> cell) => $"| {string.Join(" | ", section.Shown.Select(cell))} |";
        }
    }

    private static string GetCell(string text, ReportColumn column) => column.Holds switch
    {
        ColumnContent.Names when text.Length > 0 => NameCell(text),
        ColumnContent.Figures => Cell(text),
        _ => Cell(Sentence(text)),
    };

    private static void WriteGroups(MarkdownPage page, IReadOnlyList<FindingGroup> groups)
    {
        if (groups.Count > 0)
        {
            page.Heading(2, "Findings");
        }

        foreach (var group in groups)
        {
            page.Heading(3, $"{group.Rule} {group.Severity.ToDocumentName()}: {Sentence(group.Title)}");
            WriteFindings(page, group);
            foreach (var remedy in group.Remedies)
            {
                WriteRemedy(page, remedy, group);
            }

            page.Paragraph(group.Sources.Count == 0 ? "" : "See " + string.Join("; ", group.Sources.Select(GetSource)));
        }
    }

    private static void WriteFindings(MarkdownPage page, FindingGroup group)
    {
        var shared = group.SharedEvidence;
        page.Paragraph(shared.Count == 0 ? "" : $"All of them: {string.Join("; ", shared.Select(GetEvidence))}");
        foreach (var finding in group.Findings.Take(MaxFindings))
        {
            var subject = finding.Subject;
            var where = string.Join(" on ", new[] { subject.Id, subject.Server }.OfType<string>().Select(Code));
            var evidence = string.Join("; ", finding.Evidence.Except(shared).Select(GetEvidence));
            var name = where.Length == 0 ? Code(subject.Name) : $"{Code(subject.Name)} ({where})";
            page.Item($"{name}, {finding.Severity.ToDocumentName()}, {finding.Confidence.ToDocumentName()}{(evidence.Length == 0 ? "" : ": " + evidence)}");
        }

        page.More(group.Findings.Count - MaxFindings, "html");
    }

    private static string GetSource(Reference reference) =>
        Sentence($"{reference.Title} ({reference.Locator})") + (reference.Address is { } address ? $" {Code(address)}" : "");

    private static string GetEvidence(Evidence evidence) =>
        evidence.Unit == "ppm"
            ? $"{Sentence(evidence.What)} {Code(Figure.Format(evidence))}"
            : $"{Sentence(evidence.What)} {Code(evidence.Value)}{(evidence.Unit is { } unit ? " " + Sentence(unit) : "")}";

    private static void WriteRemedy(MarkdownPage page, SharedRemedy remedy, FindingGroup group)
    {
        page.Heading(4, $"{Counted.Number(remedy.Rank)}. {Sentence(remedy.Action)}{remedy.ForWhom(Code)}");
        WriteSteps(page, remedy.Steps, "");
        foreach (var (finding, own) in group.IsFew ? remedy.Having : [])
        {
            WriteSteps(page, remedy.OwnSteps(own), group.Findings.Count == 1 ? "" : $" for {Code(finding.Subject.Name)}");
        }

        page.Paragraph(!group.IsFew && remedy.HasOwnSteps ? "The commands for each: `--output html`." : "");
        foreach (var caveat in remedy.Caveats.Concat(group.IsFew ? remedy.OwnCaveats : []))
        {
            page.Item(Sentence(caveat));
        }

        page.Item($"Verify: {Code(remedy.Verify)}");
    }

    private static void WriteSteps(MarkdownPage page, IEnumerable<RemedyStep> steps, string of)
    {
        foreach (var step in steps)
        {
            page.Paragraph($"{Sentence(step.Tool)}{of}:");
            page.Add(Block(step.Text, Tools.GetLanguage(step.Tool) ?? "text"));
        }
    }
}
