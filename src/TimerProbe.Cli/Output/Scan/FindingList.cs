using System.Globalization;
using TimerProbe.Core.Advice;
using TimerProbe.Reporting;

namespace TimerProbe.Cli.Output.Scan;

/// <summary>Many findings of one rule: what they are about, and the figures that show it; what all have is told once.</summary>
internal static class FindingList
{
    private const int Indent = 2;

    private const int LongestName = 44;

    private const string Gap = "  ";

    public static void Write(Page page, IReadOnlyList<Finding> findings, ShortNames names)
    {
        var shared = WriteShared(page, findings);
        var rows = findings.Take(names.MostRows)
            .Select(finding => (Name: Name(finding.Subject, names), Evidence: Text(finding.Evidence.Except(shared)), finding.Severity))
            .ToList();
        if (rows.TrueForAll(row => row.Evidence.Length == 0))
        {
            page.Paragraph(string.Join(", ", rows.Select(row => row.Name)), Indent);
        }
        else
        {
            WriteRows(page, [.. rows.Select(row => (SafeText.Fit(row.Name, LongestName, page.Style), SafeText.OneLine(row.Evidence), row.Severity))]);
        }

        if (findings.Count > names.MostRows)
        {
            var more = (findings.Count - names.MostRows).ToString("#,0", CultureInfo.InvariantCulture);
            page.Paragraph($"and {more} more: --output html has them all", Indent, Styles.Faint);
        }
    }

    /// <summary>Writes the figures that all findings have and tells which they are.</summary>
    public static IReadOnlyList<Evidence> WriteShared(Page page, IReadOnlyList<Finding> findings)
    {
        var shared = SharedEvidence.Of(findings);
        if (shared.Count > 0)
        {
            page.Paragraph(SafeText.OneLine(Text(shared)), Indent, hanging: "each: ");
        }

        return shared;
    }

    /// <summary>What a finding is about, with its server where there are several.</summary>
    public static string Name(Subject subject, ShortNames names)
    {
        var name = SafeText.OneLine(subject.Name);
        return names.Server(subject.Server) is { Length: > 0 } server ? $"{name} ({server})" : name;
    }

    private static void WriteRows(Page page, List<(string Name, string Evidence, Severity Severity)> rows)
    {
        var widest = rows.Max(row => SafeText.Columns(row.Name));
        var room = page.Style.Width - Indent - widest - Gap.Length;
        foreach (var (name, evidence, severity) in rows)
        {
            var shown = room < LongestName / 2 ? "" : Gap + SafeText.Fit(evidence, room, page.Style);
            page.Line((new string(' ', Indent) + name, Styles.Of(severity)), (new string(' ', widest - SafeText.Columns(name)) + shown, null));
        }
    }

    private static string Text(IEnumerable<Evidence> evidence) => string.Join("; ", evidence.Select(item => $"{item.What} {FindingText.Value(item)}"));
}
