using static TimerProbe.Reporting.Markdown.MarkdownText;

namespace TimerProbe.Reporting.Markdown;

/// <summary>A report as GitHub-flavoured Markdown to paste into a ticket or a wiki.</summary>
public sealed class ReportMarkdown
{
    private const int MaxRows = 100;
    private const int MaxFindings = 20;

    private readonly TextWriter _output;
    private readonly Dictionary<string, string> _placesOfTexts = [];
    private RemedyStep? _first;
    private bool _hasBlocks;
    private bool _inList;

    private ReportMarkdown(TextWriter output) => _output = output;

    public static void Write(Report report, TextWriter output) => new ReportMarkdown(output).Write(report);

    private void Write(Report report)
    {
        var subject = report.Subject.Length == 0 ? "" : " " + Code(report.Subject);
        Heading(1, $"{report.Title}{subject}, {Times.Minute(report.StartedAt)} UTC");
        Paragraph($"**{Sentence(report.Headline)}**");
        foreach (var point in report.Points)
        {
            Item(Sentence(point) + ".");
        }

        foreach (var reason in report.Reasons)
        {
            Paragraph(Sentence(reason));
        }

        WriteParts(report.Verdict.Select(item => $"{item.What.ToLowerInvariant()} {Code(item.Value)}"));
        WriteParts(report.About.Select(Sentence));
        if (report is { Points.Count: 0, Findings: [{ Remedies: [var first, ..] }, ..] })
        {
            WriteFirst(first);
        }

        Paragraph(report.Anonymized ? "Names and UUIDs are pseudonyms." : "");
        WriteSections(report.Sections);
        WriteGroups(FindingGroup.From(report.Findings));
        List("Muted by the configuration", report.Muted.Select(Sentence));
        WriteSections(report.Appendix);
        if (report.Verify.Length > 0)
        {
            Heading(2, "How to verify");
            Paragraph(Sentence(report.Verify));
        }

        List(report.DetailsTitle, report.Details.Select(detail => $"{detail.What}: {Code(detail.Value)}"));
        List("Not available", report.Unavailable.Select(missing => $"{Sentence(missing.What)}: {Sentence(missing.Why)}"));
        List("Document", report.Document.Select(detail => $"{detail.What}: {Code(detail.Value)}"));
        Paragraph(Sentence(report.LookUp));
    }

    /// <summary>What to do first, with its command: one of a scan only where there is no other.</summary>
    private void WriteFirst(Remedy remedy)
    {
        var first = remedy.Steps.Where(step => Tools.GetLanguage(step.Tool) is not null).MinBy(step => step.Tool == Tools.TimerProbe);
        Paragraph($"What to do: {Sentence(remedy.Action)}.");
        WriteSteps(first is null ? [] : [first], "");
        _first = first;
    }

    private void WriteParts(IEnumerable<string> parts) =>
        Paragraph(string.Join(", ", parts) is { Length: > 0 } line ? line + "." : "");

    private void WriteSections(IEnumerable<ReportSection> sections)
    {
        foreach (var section in sections)
        {
            var maxRows = section.WholeIn is null ? int.MaxValue : MaxRows;
            Heading(2, section.Title);
            if (section.Rows.Count > 0)
            {
                Add([
                    Row(column => section.Columns[column].Title),
                    Row(_ => "---"),
                    .. section.Rows.Take(maxRows).Select(row => Row(column => GetCell(row[column], section.Columns[column]))),
                ]);
            }

            foreach (var note in section.Notes.Take(maxRows))
            {
                Item(Sentence(note));
            }

            More(Math.Max(section.Rows.Count, section.Notes.Count) - maxRows, section.WholeIn ?? "");
            string Row(Func<int, string> cell) => $"| {string.Join(" | ", section.Shown.Select(cell))} |";
        }
    }

    private static string GetCell(string text, ReportColumn column) => column.Holds switch
    {
        ColumnContent.Names when text.Length > 0 => NameCell(text),
        ColumnContent.Figures => Cell(text),
        _ => Cell(Sentence(text)),
    };

    private void WriteGroups(IReadOnlyList<FindingGroup> groups)
    {
        if (groups.Count > 0)
        {
            Heading(2, "Findings");
        }

        foreach (var group in groups)
        {
            Heading(3, $"{group.Rule} {group.Severity.ToDocumentName()}: {Sentence(group.Title)}");
            WriteFindings(group);
            foreach (var remedy in group.Remedies)
            {
                WriteRemedy(remedy, group);
            }

            Paragraph(group.Sources.Count == 0 ? "" : "See " + string.Join("; ", group.Sources.Select(GetSource)));
        }
    }

    private void WriteFindings(FindingGroup group)
    {
        var shared = group.SharedEvidence;
        Paragraph(shared.Count == 0 ? "" : $"All of them: {string.Join("; ", shared.Select(GetEvidence))}");
        foreach (var finding in group.Findings.Take(MaxFindings))
        {
            var subject = finding.Subject;
            var where = string.Join(" on ", new[] { subject.Id, subject.Server }.OfType<string>().Select(Code));
            var evidence = string.Join("; ", finding.Evidence.Except(shared).Select(GetEvidence));
            var name = where.Length == 0 ? Code(subject.Name) : $"{Code(subject.Name)} ({where})";
            Item($"{name}, {finding.Severity.ToDocumentName()}, {finding.Confidence.ToDocumentName()}{(evidence.Length == 0 ? "" : ": " + evidence)}");
        }

        More(group.Findings.Count - MaxFindings, "html");
    }

    private static string GetSource(Reference reference) =>
        Sentence($"{reference.Title} ({reference.Locator})") + (reference.Address is { } address ? $" {Code(address)}" : "");

    private static string GetEvidence(Evidence evidence) =>
        evidence.Unit == "ppm"
            ? $"{Sentence(evidence.What)} {Code(Figure.Format(evidence))}"
            : $"{Sentence(evidence.What)} {Code(evidence.Value)}{(evidence.Unit is { } unit ? " " + Sentence(unit) : "")}";

    private void WriteRemedy(SharedRemedy remedy, FindingGroup group)
    {
        var place = $"{group.Rule}, {Counted.Number(remedy.Rank)}";
        Heading(4, $"{Counted.Number(remedy.Rank)}. {Sentence(remedy.Action)}{remedy.ForWhom(Code)}");
        if (remedy.Steps.Count > 0 && GetEarlierPlace(string.Concat(remedy.Steps), place) is { } same)
        {
            Paragraph($"The steps of {same}.");
        }
        else
        {
            WriteSteps(remedy.Steps, "");
        }

        foreach (var (finding, own) in group.IsFew ? remedy.Having : [])
        {
            WriteSteps(remedy.OwnSteps(own), group.Findings.Count == 1 ? "" : $" for {Code(finding.Subject.Name)}");
        }

        Paragraph(!group.IsFew && remedy.HasOwnSteps ? "The commands for each: `--output html`." : "");
        WriteCaveats(remedy.Caveats.Concat(group.IsFew ? remedy.OwnCaveats : []), place);
        Item($"Verify: {Code(remedy.Verify)}");
    }

    /// <summary>A caveat in full where it is said first; after that its first words, and where that was.</summary>
    private void WriteCaveats(IEnumerable<string> caveats, string place)
    {
        var repeated = new List<(string Place, string Beginning)>();
        foreach (var caveat in caveats)
        {
            if (GetEarlierPlace(caveat, place) is { } earlier)
            {
                repeated.Add((earlier, Sentence(string.Join(' ', caveat.Split(' ').Take(4)).TrimEnd(',', ':', ';'))));
            }
            else
            {
                Item(Sentence(caveat));
            }
        }

        foreach (var same in repeated.GroupBy(item => item.Place, item => item.Beginning))
        {
            Item($"See {same.Key}: \"{string.Join("...\", \"", same)}...\"");
        }
    }

    /// <summary>Where a text was said before; null, and kept, where it is said first.</summary>
    private string? GetEarlierPlace(string text, string place) =>
        _placesOfTexts.TryAdd(text, place) || _placesOfTexts[text] == place ? null : _placesOfTexts[text];

    private void WriteSteps(IEnumerable<RemedyStep> steps, string of)
    {
        foreach (var step in steps)
        {
            if (step == _first)
            {
                Paragraph($"{Sentence(step.Tool)}: as at the top.");
                continue;
            }

            Paragraph($"{Sentence(step.Tool)}{of}:");
            Add(Block(step.Text, Tools.GetLanguage(step.Tool) ?? "text"));
        }
    }

    private void Heading(int level, string text) => Add(new string('#', level) + " " + text);

    private void Paragraph(string text)
    {
        if (text.Length > 0)
        {
            Add(text);
        }
    }

    private void Item(string text)
    {
        if (_inList)
        {
            WriteLine("- " + text);
        }
        else
        {
            Add("- " + text);
            _inList = true;
        }
    }

    private void More(int more, string format) =>
        Paragraph(more > 0 ? $"And {Counted.Number(more)} more: `--output {format}` has them all." : "");

    private void List(string title, IEnumerable<string> items)
    {
        foreach (var (index, item) in items.Index())
        {
            if (index == 0)
            {
                Heading(2, title);
            }

            Item(item);
        }
    }

    private void Add(params IEnumerable<string> lines)
    {
        _output.Write(_hasBlocks ? "\n" : "");
        foreach (var line in lines)
        {
            WriteLine(line);
        }

        _hasBlocks = true;
        _inList = false;
    }

    private void WriteLine(string line)
    {
        _output.Write(line);
        _output.Write('\n');
    }
}
