using System.Globalization;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;

namespace TimerProbe.Cli.Output.Scan;

/// <summary>What could not be read or joined, and why; the first problem of a vCenter that failed stands at the top of the page.</summary>
internal static class MissingText
{
    private const int Most = 10;

    public static void Write(Page page, ScanDocument document, bool verbose)
    {
        var results = document.GuestResults;
        var problems = document.VCenters.SelectMany(vcenter => vcenter.Problems.Skip(vcenter.Status == ReadStatus.Failed ? 1 : 0).Select(problem => Named(vcenter, problem)))
            .Concat(results?.Problems ?? [])
            .ToList();
        WriteList(page, "What could not be read", problems, verbose);
        if (results is { Unmatched.Count: > 0 })
        {
            var joined = results.MatchedByUuid + results.MatchedByName;
            WriteList(
                page,
                string.Create(CultureInfo.InvariantCulture, $"Guest results that belong to no virtual machine here ({results.Unmatched.Count:#,0}; {joined:#,0} do)"),
                [.. results.Unmatched.Select(unmatched => $"{unmatched.Machine}: {unmatched.Why}")],
                verbose);
        }
    }

    private static void WriteList(Page page, string title, List<string> lines, bool verbose)
    {
        if (lines.Count == 0)
        {
            return;
        }

        page.Space();
        page.Paragraph(title, style: Styles.Strong);
        foreach (var line in lines.Take(verbose ? int.MaxValue : Most))
        {
            page.Paragraph(SafeText.OneLine(line), 2, hanging: "- ");
        }

        if (!verbose && lines.Count > Most)
        {
            page.Paragraph(string.Create(CultureInfo.InvariantCulture, $"and {lines.Count - Most:#,0} more: --verbose has them all"), 2, Styles.Faint);
        }
    }

    private static string Named(VCenterFacts vcenter, string problem) =>
        problem.Contains(vcenter.Server, StringComparison.OrdinalIgnoreCase) ? problem : $"{vcenter.Server}: {problem}";
}
