using System.Globalization;
using TimerProbe.Core.Advice;
using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Advice.Rules;
using TimerProbe.Core.Json;
using TimerProbe.Reporting;
using TimerProbe.Reporting.Remedies;

namespace TimerProbe.Cli.Output.Scan;

/// <summary>
/// The findings of one rule as a section: what they are about, then what to do, told once. A few findings are shown with
/// their evidence and their exact commands, many as a list.
/// </summary>
internal static class GroupText
{
    private const int Few = 3;

    public static void Write(Page page, FindingGroup group, ShortNames names, ToldBefore told)
    {
        var few = group.Findings.Count <= Few;
        page.Paragraph(Heading(group), 0, Styles.Of(group.Severity), hanging: $"{group.Rule} {group.Severity.ToDocumentName()}  ");
        if (few)
        {
            WriteFew(page, group.Findings, names);
        }
        else if (told.AreInTable(group.Findings) && !names.Verbose)
        {
            page.Paragraph("They are in the table above.", indent: 2);
            FindingList.WriteShared(page, group.Findings);
        }
        else
        {
            FindingList.Write(page, group.Findings, names);
        }

        if (group is { Severity: Severity.Info, Remedies.Count: > 0 } && !names.Verbose)
        {
            page.Space();
        }

        foreach (var (index, remedy) in group.Remedies.Index())
        {
            WriteRemedy(page, index + 1, remedy, group, told, few, names);
        }

        if (!few && group.Remedies.Any(remedy => HasOwnSteps(group, remedy)))
        {
            page.Space();
            page.Paragraph("The commands for each of them: --output html.", indent: 2, Styles.Faint);
            if (group.Rule == RemediesScript.Rule)
            {
                page.Paragraph("A script of these moves that also sets vmx.reboot.powerCycle on all of them, to be reviewed: --remedies FILE.ps1 or FILE.sh.", indent: 2, Styles.Faint);
            }
        }

        if (few || names.Verbose)
        {
            FindingText.WriteReferences(page, [.. group.Findings.SelectMany(finding => finding.References).Distinct()]);
        }
    }

    private static string Heading(FindingGroup group)
    {
        var titles = group.Findings.Select(finding => finding.Title).Distinct(StringComparer.Ordinal).Take(2).ToList();
        var ofRule = RuleCatalogue.Fleet.FirstOrDefault(rule => rule.Description.Id == group.Rule)?.Description.Title;
        var title = titles.Count == 1 ? SafeText.OneLine(titles[0]) : ofRule ?? SafeText.OneLine(titles[0]);
        if (group.Findings.Count == 1)
        {
            return $"{title} ({group.Findings[0].Confidence.ToDocumentName()})";
        }

        var kinds = group.Findings.GroupBy(finding => finding.Subject.Kind).Select(kind => Counted.Of(kind.Count(), kind.Key));
        var severities = group.Findings.GroupBy(finding => finding.Severity).OrderByDescending(severity => severity.Key)
            .Select(severity => string.Create(CultureInfo.InvariantCulture, $"{severity.Count():#,0} {severity.Key.ToDocumentName()}"))
            .ToList();
        return $"{title} ({string.Join(", ", kinds)}{(severities.Count == 1 ? "" : ": " + string.Join(", ", severities))})";
    }

    private static void WriteFew(Page page, IReadOnlyList<Finding> findings, ShortNames names)
    {
        foreach (var finding in findings)
        {
            var state = findings.Count == 1 ? "" : $": {finding.Severity.ToDocumentName()}, {finding.Confidence.ToDocumentName()}";
            page.Paragraph(FindingList.Name(finding.Subject, names) + state, indent: 2);
            FindingText.WriteEvidence(page, finding.Evidence, indent: 4);
        }
    }

    private static void WriteRemedy(Page page, int rank, SharedRemedy remedy, FindingGroup group, ToldBefore told, bool few, ShortNames names)
    {
        var own = few && HasOwnSteps(group, remedy);
        var action = remedy.Action + ForWhom(group, remedy);
        if (group.Severity == Severity.Info && !names.Verbose)
        {
            FindingText.WriteAction(page, rank, action);
            return;
        }

        page.Space();
        if (told.Where(remedy, group.Rule) is { } rule && !own)
        {
            FindingText.WriteAction(page, rank, $"{action}: as at {rule}");
            return;
        }

        FindingText.WriteAction(page, rank, action);
        FindingText.WriteSteps(page, remedy.Steps.Where(step => few || names.Verbose || Tools.LanguageOf(step.Tool) is null));
        foreach (var (finding, its) in few ? Having(group, remedy) : [])
        {
            FindingText.WriteSteps(page, remedy.OwnSteps(its), group.Findings.Count == 1 ? "" : $", {SafeText.OneLine(finding.Subject.Name)}");
        }

        // What is to be known of PowerCLI's commands helps nobody who does not see them.
        var shared = remedy.Caveats.Where(caveat => few || names.Verbose || !caveat.Contains(Tools.PowerCli, StringComparison.Ordinal));
        var caveats = few ? Having(group, remedy).SelectMany(each => remedy.OwnCaveats(each.Remedy)).Distinct(StringComparer.Ordinal) : [];
        FindingText.WriteEnd(page, told.New(shared.Concat(caveats)), remedy.Verify);
    }

    /// <summary>Which findings the remedy is for, where it is not for all.</summary>
    private static string ForWhom(FindingGroup group, SharedRemedy remedy)
    {
        var having = Having(group, remedy).Select(each => each.Finding).ToList();
        return having.Count == group.Findings.Count ? ""
            : having.Count <= Few ? $" (only {string.Join(", ", having.Select(finding => SafeText.OneLine(finding.Subject.Name)))})"
            : string.Create(CultureInfo.InvariantCulture, $" (for {having.Count:#,0} of them)");
    }

    private static bool HasOwnSteps(FindingGroup group, SharedRemedy remedy) => Having(group, remedy).Any(each => remedy.OwnSteps(each.Remedy).Any());

    private static IEnumerable<(Finding Finding, Remedy Remedy)> Having(FindingGroup group, SharedRemedy remedy) =>
        group.Findings.SelectMany(finding => finding.Remedies.Where(its => its.Action == remedy.Action).Select(its => (finding, its)));
}
