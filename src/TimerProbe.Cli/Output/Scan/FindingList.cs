using System.Globalization;
using TimerProbe.Core.Advice;

namespace TimerProbe.Cli.Output.Scan;

/// <summary>Many findings of one rule, a line each: what it is about and the figures that show it.</summary>
internal static class FindingList
{
    private const int Indent = 2;

    private const int LongestName = 44;

    private const string Gap = "  ";

    public static void Write(Page page, IReadOnlyList<Finding> findings, ShortNames names)
    {
        var rows = findings.Take(names.MostRows)
            .Select(finding => (
                Name: SafeText.Fit(Name(finding.Subject, names), LongestName, page.Style),
                Evidence: SafeText.OneLine(EvidenceOf(finding)),
                finding.Severity))
            .ToList();
        var widest = rows.Max(row => SafeText.Columns(row.Name));
        var room = page.Style.Width - Indent - widest - Gap.Length;
        foreach (var (name, evidence, severity) in rows)
        {
            var shown = room < LongestName / 2 ? "" : Gap + SafeText.Fit(evidence, room, page.Style);
            page.Line((new string(' ', Indent) + name, Styles.Of(severity)), (new string(' ', widest - SafeText.Columns(name)) + shown, null));
        }

        if (findings.Count > names.MostRows)
        {
            page.Paragraph($"and {(findings.Count - names.MostRows).ToString("#,0", CultureInfo.InvariantCulture)} more: --output html has them all", Indent, Styles.Faint);
        }
    }

    /// <summary>What a finding is about, with its server where there are several.</summary>
    public static string Name(Subject subject, ShortNames names)
    {
        var name = SafeText.OneLine(subject.Name);
        return names.Server(subject.Server) is { Length: > 0 } server ? $"{name} ({server})" : name;
    }

    private static string EvidenceOf(Finding finding) =>
        string.Join("; ", finding.Evidence.Select(item => $"{item.What} {FindingText.Value(item)}"));
}
