using System.Globalization;
using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;

namespace TimerProbe.Cli.Output;

/// <summary>A finding as a section of text: evidence, then what to do, in order.</summary>
internal static class FindingText
{
    private const int LongestNumber = 20;

    public static void Write(Page page, Finding finding)
    {
        page.Paragraph($"{finding.Title} ({finding.Confidence.ToDocumentName()})", 0, Styles.Of(finding.Severity), hanging: $"{finding.Rule} {finding.Severity.ToDocumentName()}  ");
        var evidence = new TextTable(indent: 2);
        var allShort = finding.Evidence.All(item => item.Value.Length <= LongestNumber);
        foreach (var item in finding.Evidence)
        {
            evidence.Add(style: null, new Cell(SafeText.Of(item.What)), new Cell(Value(item), Right: allShort && IsNumber(item.Value)), new Cell(item.Source, Rank: 1));
        }

        evidence.Write(page);
        foreach (var remedy in finding.Remedies)
        {
            page.Space();
            Write(page, remedy);
        }

        if (finding.References.Count > 0)
        {
            page.Space();
            page.Paragraph(string.Join("; ", finding.References.Select(reference => $"{reference.Title} ({reference.Locator})")), 2, Styles.Faint, hanging: "See ");
        }
    }

    private static void Write(Page page, Remedy remedy)
    {
        page.Paragraph(remedy.Action, 2, Styles.Strong, hanging: string.Create(CultureInfo.InvariantCulture, $"{remedy.Rank}. "));
        foreach (var step in remedy.Steps)
        {
            page.Line(("     " + step.Tool, Styles.Faint));
            page.Verbatim(step.Text, indent: 7);
        }

        foreach (var caveat in remedy.Caveats)
        {
            page.Paragraph(caveat, 5, hanging: page.Style.Warning);
        }

        page.Line(("     Verify: " + remedy.Verify, null));
    }

    private static string Value(Evidence evidence)
    {
        var value = IsNumber(evidence.Value)
            ? decimal.Parse(evidence.Value, CultureInfo.InvariantCulture).ToString("#,0.######", CultureInfo.InvariantCulture)
            : SafeText.Of(evidence.Value);
        return evidence.Unit is { } unit ? $"{value} {unit}" : value;
    }

    private static bool IsNumber(string value) => decimal.TryParse(value, NumberStyles.Number & ~NumberStyles.AllowThousands, CultureInfo.InvariantCulture, out _);
}
