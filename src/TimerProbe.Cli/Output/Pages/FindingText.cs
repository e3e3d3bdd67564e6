using System.Text.RegularExpressions;

namespace TimerProbe.Cli.Output;

/// <summary>Findings by rule: what they are about, then what to do, once. A few have evidence and exact commands, many a list.</summary>
/// <param name="name">How a subject is named; null where all findings are about the one of the page.</param>
/// <param name="areShown">Whether a table of the page has all that a group is about.</param>
internal sealed partial class FindingText(
    Page page, bool isVerbose, Func<Subject, string>? name = null, Func<FindingGroup, bool>? areShown = null)
{
    public const int MaxRows = 20;

    private const int Indent = 2;
    private const int MaxNameLength = 44;
    private const int MaxNumber = 20;
    private const string Gap = "  ";

    private readonly Dictionary<string, string> _ruleOfRemedy = [];
    private readonly HashSet<string> _caveats = [];

    public void Write(FindingGroup group)
    {
        var isWhole = group.IsFew || isVerbose;
        page.Space();
        page.Paragraph(Heading(group), 0, Styles.Of(group.Severity), hanging: $"{group.Rule} {group.Severity.ToDocumentName()}  ");
        if (group.IsFew)
        {
            WriteFew(group.Findings);
        }
        else if (!isVerbose && areShown?.Invoke(group) == true)
        {
            page.Paragraph("They are in the table above.", Indent);
            WriteShared(group);
        }
        else
        {
            WriteMany(group);
        }

        var isBrief = group.Severity == Severity.Info && !isVerbose;
        foreach (var (place, remedy) in group.Remedies.Index())
        {
            if (place == 0 || !isBrief)
            {
                page.Space();
            }

            WriteRemedy(group, remedy, isWhole, isBrief);
        }

        WriteWhere(group);
        if (isWhole && group.References is { Length: > 0 } references)
        {
            page.Space();
            page.Paragraph(references, Indent, Styles.Faint, hanging: "See ");
        }
    }

    private static string Heading(FindingGroup group)
    {
        if (group.Findings is [var only])
        {
            return PlainText.OneLine($"{group.Title} ({only.Confidence.ToDocumentName()})");
        }

        var kinds = group.Findings.GroupBy(finding => finding.Subject.Kind)
            .Select(kind => Counted.Of(kind.Count(), Subject.GetNoun(kind.Key)));
        var severities = group.Findings.CountBy(finding => finding.Severity)
            .OrderByDescending(severity => severity.Key)
            .Select(severity => $"{Counted.Number(severity.Value)} {severity.Key.ToDocumentName()}");
        return PlainText.OneLine($"{group.Title} ({string.Join(", ", kinds)}{(group.IsOfOneSeverity ? "" : ": " + string.Join(", ", severities))})");
    }

    private void WriteFew(IReadOnlyList<Finding> findings)
    {
        foreach (var finding in findings)
        {
            if (name is not null)
            {
                var state = findings.Count == 1 ? "" : $": {finding.Severity.ToDocumentName()}, {finding.Confidence.ToDocumentName()}";
                page.Paragraph(name(finding.Subject) + state, Indent);
            }

            WriteEvidence(finding.Evidence, name is null ? Indent : 2 * Indent);
        }
    }

    private void WriteEvidence(IReadOnlyList<Evidence> evidence, int indent)
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

    private void WriteMany(FindingGroup group)
    {
        WriteShared(group);
        var maxRows = isVerbose ? int.MaxValue : MaxRows;
        var rows = group.Findings.Take(maxRows).Select(finding => (
            Name: name?.Invoke(finding.Subject) ?? "",
            Evidence: Text(finding.Evidence.Except(group.SharedEvidence)), finding.Severity)).ToList();
        if (rows.TrueForAll(row => row.Evidence.Length == 0))
        {
            page.Paragraph(string.Join(", ", rows.Select(row => row.Name)), Indent);
        }
        else
        {
            var shown = rows.ConvertAll(row => row with { Name = page.Style.Fit(row.Name, MaxNameLength) });
            var widest = shown.Max(row => TextStyle.GetWidth(row.Name));
            var room = page.Style.Width - Indent - widest - Gap.Length;
            foreach (var (item, evidence, severity) in shown)
            {
                var fitting = room < MaxNameLength / 2 ? "" : Gap + page.Style.Fit(evidence, room);
                page.Line(
                    (new string(' ', Indent) + item, Styles.Of(severity)),
                    (new string(' ', widest - TextStyle.GetWidth(item)) + fitting, null));
            }
        }

        AnswerText.WriteMore(page, group.Findings.Count - maxRows, "--output html has them all");
    }

    private void WriteShared(FindingGroup group)
    {
        if (group.SharedEvidence.Count > 0)
        {
            page.Paragraph(Text(group.SharedEvidence), Indent, hanging: "each: ");
        }
    }

    private void WriteRemedy(FindingGroup group, SharedRemedy remedy, bool isWhole, bool isBrief)
    {
        var rule = isBrief || (group.IsFew && remedy.HasOwnSteps) ? null : RuleOfFirst(remedy, group.Rule);
        var action = $"{remedy.Action}{remedy.ForWhom(PlainText.OneLine)}{(rule is null ? "" : $": as in {rule}")}";
        page.Paragraph(action, Indent, Styles.Strong, hanging: $"{remedy.Rank}. ");
        if (isBrief || rule is not null)
        {
            return;
        }

        WriteSteps(remedy.Steps.Where(step => isWhole || Tools.GetLanguage(step.Tool) is null), "");
        foreach (var (finding, own) in group.IsFew ? remedy.Having : [])
        {
            WriteSteps(remedy.OwnSteps(own), group.Findings.Count == 1 ? "" : $", {PlainText.OneLine(finding.Subject.Name)}");
        }

        // Notes on PowerCLI's commands help only where the commands are shown.
        var caveats = remedy.Caveats.Where(caveat => isWhole || !caveat.Contains(Tools.PowerCli, StringComparison.Ordinal))
            .Concat(group.IsFew ? remedy.OwnCaveats : []);
        foreach (var caveat in caveats.Where(_caveats.Add))
        {
            page.Paragraph(caveat, 5, hanging: page.Style.Warning);
        }

        page.Line(("     Verify: " + remedy.Verify, null));
    }

    private void WriteSteps(IEnumerable<RemedyStep> steps, string of)
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

    [GeneratedRegex(@"\n +", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex Continued();

    [GeneratedRegex(@"^[0-9]+\. ", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex Number();
}
