using System.Text.RegularExpressions;

namespace TimerProbe.Cli.Output;

internal static partial class FindingText
{
    private const int MaxNumber = 20;

    public static void Write(Page page, IEnumerable<Finding> findings)
    {
        foreach (var group in findings.Select(FindingGroup.From))
        {
            var finding = group.Findings[0];
            page.Space();
            WriteHeading(page, group, $"{finding.Title} ({finding.Confidence.ToDocumentName()})");
            WriteEvidence(page, finding.Evidence, indent: 2);
            foreach (var remedy in group.Remedies)
            {
                page.Space();
                WriteAction(page, remedy.Rank, remedy.Action);
                WriteSteps(page, remedy.Steps);
                WriteEnd(page, remedy.Caveats, remedy.Verify);
            }

            WriteReferences(page, group);
        }
    }

    public static void WriteHeading(Page page, FindingGroup group, string title) =>
        page.Paragraph(title, 0, Styles.Of(group.Severity), hanging: $"{group.Rule} {group.Severity.ToDocumentName()}  ");

    public static void WriteEvidence(Page page, IReadOnlyList<Evidence> evidence, int indent)
    {
        var table = new TextTable(indent);
        var allShort = evidence.All(item => item.Value.Length <= MaxNumber);
        foreach (var item in evidence)
        {
            table.Add(
                style: null,
                new Cell(item.What),
                new Cell(Figure.Format(item), Right: allShort && Figure.Number(item) is not null),
                new Cell(item.Source, Rank: 1));
        }

        table.Write(page);
    }

    public static void WriteAction(Page page, int rank, string action) => page.Paragraph(action, 2, Styles.Strong, hanging: $"{rank}. ");

    public static void WriteSteps(Page page, IEnumerable<RemedyStep> steps, string of = "")
    {
        foreach (var step in steps)
        {
            page.Line(("     " + step.Tool + of, Styles.Faint));
            if (Tools.GetLanguage(step.Tool) is not null)
            {
                page.Verbatim(step.Text, indent: 7);
                continue;
            }

            foreach (var line in Continued().Replace(step.Text, " ").Split('\n'))
            {
                var number = Number().Match(line).Value;
                page.Paragraph(line[number.Length..], 7, hanging: number);
            }
        }
    }

    public static void WriteEnd(Page page, IEnumerable<string> caveats, string verify)
    {
        foreach (var caveat in caveats)
        {
            page.Paragraph(caveat, 5, hanging: page.Style.Warning);
        }

        page.Line(("     Verify: " + verify, null));
    }

    public static void WriteReferences(Page page, FindingGroup group)
    {
        if (group.References is { Length: > 0 } references)
        {
            page.Space();
            page.Paragraph(references, 2, Styles.Faint, hanging: "See ");
        }
    }

    [GeneratedRegex(@"\n +", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex Continued();

    [GeneratedRegex(@"^[0-9]+\. ", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex Number();
}
