namespace TimerProbe.Cli.Output;

/// <summary>
/// The findings of a scan rule by rule: what they are about, then what to do, said once. A few findings are shown with their
/// evidence and their exact commands, many as a list.
/// </summary>
internal sealed class GroupText(Page page, ScanReport report, ShortNames names)
{
    private const int Indent = 2;
    private const int LongestName = 44;
    private const string Gap = "  ";

    private readonly Dictionary<string, string> _ruleOfRemedy = new(StringComparer.Ordinal);
    private readonly HashSet<string> _caveats = new(StringComparer.Ordinal);

    public void Write(FindingGroup group)
    {
        page.Space();
        FindingText.WriteHeading(page, group, Heading(group));
        if (group.IsFew)
        {
            WriteFew(group.Findings);
        }
        else if (report.AreAway(group.Findings) && !names.Verbose)
        {
            page.Paragraph("They are in the table above.", Indent);
            WriteShared(group);
        }
        else
        {
            WriteMany(group);
        }

        if (group is { Severity: Severity.Info, Remedies.Count: > 0 } && !names.Verbose)
        {
            page.Space();
        }

        foreach (var remedy in group.Remedies)
        {
            WriteRemedy(group, remedy);
        }

        WriteWhere(group);
        if (group.IsFew || names.Verbose)
        {
            FindingText.WriteReferences(page, group);
        }
    }

    private static string Heading(FindingGroup group)
    {
        var title = PlainText.OneLine(group.Title);
        if (group.Findings.Count == 1)
        {
            return $"{title} ({group.Findings[0].Confidence.ToDocumentName()})";
        }

        var kinds = group.Findings.GroupBy(finding => finding.Subject.Kind).Select(kind => Counted.Of(kind.Count(), kind.Key));
        var severities = group.Findings.GroupBy(finding => finding.Severity)
            .OrderByDescending(severity => severity.Key)
            .Select(severity => $"{Counted.Number(severity.Count())} {severity.Key.ToDocumentName()}")
            .ToList();
        return $"{title} ({string.Join(", ", kinds)}{(severities.Count == 1 ? "" : ": " + string.Join(", ", severities))})";
    }

    private void WriteFew(IReadOnlyList<Finding> findings)
    {
        foreach (var finding in findings)
        {
            var state = findings.Count == 1 ? "" : $": {finding.Severity.ToDocumentName()}, {finding.Confidence.ToDocumentName()}";
            page.Paragraph(names.Subject(finding.Subject) + state, Indent);
            FindingText.WriteEvidence(page, finding.Evidence, indent: 4);
        }
    }

    private void WriteMany(FindingGroup group)
    {
        WriteShared(group);
        var rows = group.Findings.Take(names.MostRows)
            .Select(finding => (
                Name: names.Subject(finding.Subject),
                Evidence: Text(finding.Evidence.Except(group.SharedEvidence)),
                Style: Styles.Of(finding.Severity)))
            .ToList();
        if (rows.TrueForAll(row => row.Evidence.Length == 0))
        {
            page.Paragraph(string.Join(", ", rows.Select(row => row.Name)), Indent);
        }
        else
        {
            var shown = rows.ConvertAll(row => row with { Name = LineWidth.Fit(row.Name, LongestName, page.Style) });
            var widest = shown.Max(row => LineWidth.Of(row.Name));
            var room = page.Style.Width - Indent - widest - Gap.Length;
            foreach (var (name, evidence, style) in shown)
            {
                var fitting = room < LongestName / 2 ? "" : Gap + LineWidth.Fit(evidence, room, page.Style);
                page.Line((new string(' ', Indent) + name, style), (new string(' ', widest - LineWidth.Of(name)) + fitting, null));
            }
        }

        names.WriteMore(page, group.Findings.Count, "html");
    }

    private void WriteShared(FindingGroup group)
    {
        if (group.SharedEvidence.Count > 0)
        {
            page.Paragraph(Text(group.SharedEvidence), Indent, hanging: "each: ");
        }
    }

    private void WriteRemedy(FindingGroup group, SharedRemedy remedy)
    {
        var action = remedy.Action + remedy.ForWhom(PlainText.OneLine);
        if (group.Severity == Severity.Info && !names.Verbose)
        {
            FindingText.WriteAction(page, remedy.Rank, action);
            return;
        }

        page.Space();
        if (RuleOfFirst(remedy, group.Rule) is { } rule && !(group.IsFew && remedy.HasOwnSteps))
        {
            FindingText.WriteAction(page, remedy.Rank, $"{action}: as in {rule}");
            return;
        }

        var all = group.IsFew || names.Verbose;
        FindingText.WriteAction(page, remedy.Rank, action);
        FindingText.WriteSteps(page, remedy.Steps.Where(step => all || Tools.GetLanguage(step.Tool) is null));
        foreach (var (finding, own) in group.IsFew ? remedy.Having : [])
        {
            FindingText.WriteSteps(
                page, remedy.OwnSteps(own), group.Findings.Count == 1 ? "" : $", {PlainText.OneLine(finding.Subject.Name)}");
        }

        // Notes on PowerCLI's commands help only where the commands are shown.
        var caveats = remedy.Caveats.Where(caveat => all || !caveat.Contains(Tools.PowerCli, StringComparison.Ordinal))
            .Concat(group.IsFew ? remedy.OwnCaveats : []);
        FindingText.WriteEnd(page, [.. caveats.Where(_caveats.Add)], remedy.Verify);
    }

    /// <summary>The rule where the remedy was first shown; null, and remembered, when that is this one.</summary>
    private string? RuleOfFirst(SharedRemedy remedy, string rule)
    {
        var content = string.Join(
            '\0', [remedy.Action, .. remedy.Steps.SelectMany(step => new[] { step.Tool, step.Text }), .. remedy.Caveats]);
        return _ruleOfRemedy.TryAdd(content, rule) ? null : _ruleOfRemedy[content];
    }

    private void WriteWhere(FindingGroup group)
    {
        if (group.IsFew || !group.Remedies.Any(remedy => remedy.HasOwnSteps))
        {
            return;
        }

        page.Space();
        page.Paragraph("The commands for each of them: --output html.", Indent, Styles.Faint);
        if (group.Rule == RemediesScript.Rule)
        {
            page.Paragraph(
                "A script of these moves, and of a power cycle at the next restart for who has no host to go to, to be reviewed: --remedies FILE.ps1 or FILE.sh.",
                Indent,
                Styles.Faint);
        }
    }

    private static string Text(IEnumerable<Evidence> evidence) =>
        PlainText.OneLine(string.Join("; ", evidence.Select(item => $"{item.What} {Figure.Format(item)}")));
}
