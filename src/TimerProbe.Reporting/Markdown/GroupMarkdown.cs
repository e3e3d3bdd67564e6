using System.Globalization;
using TimerProbe.Core.Advice;
using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Json;
using static TimerProbe.Reporting.Markdown.MarkdownText;

namespace TimerProbe.Reporting.Markdown;

/// <summary>The findings rule by rule: what they are about and what shows it, then what to do, what they share told once.</summary>
internal static class GroupMarkdown
{
    private const int Few = 3;
    private const int MostFindings = 20;

    public static void Write(MarkdownPage page, IReadOnlyList<FindingGroup> groups)
    {
        if (groups.Count > 0)
        {
            page.Heading(2, "Findings");
        }

        foreach (var group in groups)
        {
            page.Heading(3, $"{group.Rule} {group.Severity.ToDocumentName()}: {Sentence(group.Findings[0].Title)}");
            WriteFindings(page, group.Findings);
            foreach (var (index, remedy) in group.Remedies.Index())
            {
                WriteRemedy(page, index + 1, remedy, group);
            }

            var references = string.Join("; ", group.Findings.SelectMany(finding => finding.References).Distinct().Select(reference => $"{reference.Title} ({reference.Locator})"));
            page.Paragraph(references.Length == 0 ? "" : "See " + Sentence(references));
        }
    }

    private static void WriteFindings(MarkdownPage page, IReadOnlyList<Finding> findings)
    {
        var shared = SharedEvidence.Of(findings);
        page.Paragraph(shared.Count == 0 ? "" : $"All of them: {string.Join("; ", shared.Select(EvidenceOf))}");
        foreach (var finding in findings.Take(MostFindings))
        {
            var subject = finding.Subject;
            var where = string.Join(" on ", new[] { subject.Id, subject.Server }.OfType<string>().Select(Code));
            var evidence = string.Join("; ", finding.Evidence.Except(shared).Select(EvidenceOf));
            var name = where.Length == 0 ? Code(subject.Name) : $"{Code(subject.Name)} ({where})";
            page.Item($"{name}, {finding.Severity.ToDocumentName()}, {finding.Confidence.ToDocumentName()}{(evidence.Length == 0 ? "" : ": " + evidence)}");
        }

        page.More(findings.Count - MostFindings, "html");
    }

    private static string EvidenceOf(Evidence evidence) =>
        $"{Sentence(evidence.What)} {Code(evidence.Value)}{(evidence.Unit is { } unit ? " " + Sentence(unit) : "")}";

    private static void WriteRemedy(MarkdownPage page, int rank, SharedRemedy remedy, FindingGroup group)
    {
        var having = group.Findings
            .SelectMany(finding => finding.Remedies.Where(its => its.Action == remedy.Action).Select(its => (Finding: finding, Remedy: its)))
            .ToList();
        var forWhom = having.Count == group.Findings.Count ? ""
            : having.Count <= Few ? $" (only {string.Join(", ", having.Select(each => Code(each.Finding.Subject.Name)))})"
            : $" (for {MarkdownPage.Number(having.Count)} of them)";
        page.Heading(4, string.Create(CultureInfo.InvariantCulture, $"{rank}. {Sentence(remedy.Action)}{forWhom}"));
        WriteSteps(page, remedy.Steps, "");
        if (group.Findings.Count <= Few)
        {
            foreach (var (finding, its) in having)
            {
                WriteSteps(page, remedy.OwnSteps(its), group.Findings.Count == 1 ? "" : $" for {Code(finding.Subject.Name)}");
            }
        }
        else if (having.Exists(each => remedy.OwnSteps(each.Remedy).Any()))
        {
            page.Paragraph("The commands for each: `--output html`.");
        }

        var caveats = group.Findings.Count <= Few ? having.SelectMany(each => remedy.OwnCaveats(each.Remedy)).Distinct(StringComparer.Ordinal) : [];
        foreach (var caveat in remedy.Caveats.Concat(caveats))
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
            page.Add(Block(step.Text, Tools.LanguageOf(step.Tool) ?? "text"));
        }
    }
}
