using System.Globalization;
using TimerProbe.Core.Advice;
using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Json;

namespace TimerProbe.Cli.Output;

/// <summary>A finding as a section of text: evidence, then what to do, in order.</summary>
internal static class FindingText
{
    private const int LongestNumber = 20;

    public static void Write(Page page, Finding finding)
    {
        page.Paragraph($"{finding.Title} ({finding.Confidence.ToDocumentName()})", 0, Styles.Of(finding.Severity), hanging: $"{finding.Rule} {finding.Severity.ToDocumentName()}  ");
        WriteEvidence(page, finding.Evidence, indent: 2);
        foreach (var remedy in finding.Remedies)
        {
            page.Space();
            WriteAction(page, remedy.Rank, remedy.Action);
            WriteSteps(page, remedy.Steps);
            WriteEnd(page, remedy.Caveats, remedy.Verify);
        }

        WriteReferences(page, finding.References);
    }

    /// <summary>The figures, aligned where all are short numbers.</summary>
    public static void WriteEvidence(Page page, IReadOnlyList<Evidence> evidence, int indent)
    {
        var table = new TextTable(indent);
        var allShort = evidence.All(item => item.Value.Length <= LongestNumber);
        foreach (var item in evidence)
        {
            table.Add(style: null, new Cell(item.What), new Cell(Value(item), Right: allShort && IsNumber(item.Value)), new Cell(item.Source, Rank: 1));
        }

        table.Write(page);
    }

    /// <summary>What a remedy does.</summary>
    public static void WriteAction(Page page, int rank, string action) =>
        page.Paragraph(action, 2, Styles.Strong, hanging: string.Create(CultureInfo.InvariantCulture, $"{rank}. "));

    /// <summary>Steps as they are typed, each below its tool.</summary>
    /// <param name="page">The page.</param>
    /// <param name="steps">The steps.</param>
    /// <param name="of">What they are for, behind the tool; empty where that is clear.</param>
    public static void WriteSteps(Page page, IEnumerable<RemedyStep> steps, string of = "")
    {
        foreach (var step in steps)
        {
            page.Line(("     " + step.Tool + of, Styles.Faint));
            if (Tools.LanguageOf(step.Tool) is null)
            {
                StepText.Write(page, step.Text, indent: 7);
            }
            else
            {
                page.Verbatim(step.Text, indent: 7);
            }
        }
    }

    /// <summary>What to know of a remedy, and how to see whether it helped.</summary>
    public static void WriteEnd(Page page, IEnumerable<string> caveats, string verify)
    {
        foreach (var caveat in caveats)
        {
            page.Paragraph(caveat, 5, hanging: page.Style.Warning);
        }

        page.Line(("     Verify: " + verify, null));
    }

    /// <summary>Where to read more.</summary>
    public static void WriteReferences(Page page, IReadOnlyList<Reference> references)
    {
        if (references.Count > 0)
        {
            page.Space();
            page.Paragraph(string.Join("; ", references.Select(reference => $"{reference.Title} ({reference.Locator})")), 2, Styles.Faint, hanging: "See ");
        }
    }

    /// <summary>A value as people write it, with its unit.</summary>
    public static string Value(Evidence evidence)
    {
        var value = IsNumber(evidence.Value)
            ? decimal.Parse(evidence.Value, CultureInfo.InvariantCulture).ToString("#,0.######", CultureInfo.InvariantCulture)
            : evidence.Value;
        return evidence.Unit is { } unit ? $"{value} {unit}" : value;
    }

    private static bool IsNumber(string value) => decimal.TryParse(value, NumberStyles.Number & ~NumberStyles.AllowThousands, CultureInfo.InvariantCulture, out _);
}
