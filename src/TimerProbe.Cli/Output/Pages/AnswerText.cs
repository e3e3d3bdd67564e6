namespace TimerProbe.Cli.Output;

internal static class AnswerText
{
    private const int LabelWidth = 8;
    private const int MaxRemedies = 3;

    private const int Screen = 25;

    public static void Write(
        Page page,
        Report report,
        bool isFull,
        bool isVerbose,
        Action writeHead,
        Action writeTable,
        IReadOnlyList<(string Command, string For)> next)
    {
        writeHead();
        page.Space();
        writeTable();
        WriteSections(isDetail: false);
        WriteFindings(page, report.Findings, below: next.Count + 1);
        if (isFull)
        {
            WriteSections(isDetail: true);
            FindingText.Write(page, report.Findings);
            page.List("Muted by the configuration", report.Muted);
            page.Space();
            writeHead();
        }

        if (isVerbose)
        {
            page.List(report.DetailsTitle, report.Details.Select(detail => $"{detail.What}: {detail.Value}"));
            page.List("Not available", report.Unavailable.Select(missing => $"{missing.What}: {missing.Why}"));
        }

        WriteNext(page, next);

        void WriteSections(bool isDetail)
        {
            foreach (var section in report.Sections.Where(section => section.IsDetail == isDetail))
            {
                SectionText.Write(page, section, isFull: isDetail);
            }
        }
    }

    public static void WriteHead(
        Page page, string state, Spectre.Console.Style style, IEnumerable<string> paragraphs, IEnumerable<string?> about)
    {
        var indent = Math.Max(LabelWidth, state.Length + 2);
        foreach (var (number, paragraph) in paragraphs.Index())
        {
            page.Paragraph(
                PlainText.OneLine(paragraph),
                number == 0 ? 0 : indent,
                number == 0 ? style : Styles.None,
                hanging: number == 0 ? state.PadRight(indent) : "");
        }

        var line = PlainText.OneLine(string.Join(page.Style.Separator, about.OfType<string>()));
        page.Line((new string(' ', indent) + LineWidth.Fit(line, page.Style.Width - indent, page.Style), null));
    }

    /// <summary>How many findings are left out; null for none.</summary>
    public static string? Muted(MutingFacts? muting) =>
        muting is { Muted.Count: > 0 and var left } ? $"{Counted.Of(left, "finding")} muted by the configuration" : null;

    private static void WriteFindings(Page page, IReadOnlyList<Finding> findings, int below)
    {
        if (findings.Count == 0)
        {
            return;
        }

        var gravest = findings[0];
        page.Space();
        Write(page, "Impact", gravest.Impact ?? gravest.Title);
        Write(page, "Likely", gravest.LikelyCause);
        Write(page, "Also", Others(findings));
        page.Space();
        var room = Math.Clamp(Screen - page.Lines - below, 1, MaxRemedies);
        foreach (var (number, remedy) in gravest.Remedies.Take(room).Index())
        {
            page.Paragraph(PlainText.OneLine(remedy.Action), hanging: Label(number == 0 ? "To do" : "") + $"{remedy.Rank}. ");
        }
    }

    public static void WriteNext(Page page, IReadOnlyList<(string Command, string For)> commands)
    {
        page.Space();
        var widest = commands.Max(item => item.Command.Length);
        foreach (var (number, (command, purpose)) in commands.Index())
        {
            var line = $"{Label(number == 0 ? "Next" : "")}{command.PadRight(widest)}  {purpose}";
            page.Line((LineWidth.Of(line) <= page.Style.Width ? line : Label(number == 0 ? "Next" : "") + command, null));
        }
    }

    public static IReadOnlyList<(string Command, string For)> GetNext(IReadOnlyList<Finding> findings, string again, bool hasSteps)
    {
        (string Command, string For)[] steps = hasSteps ? [] : [($"{again} --detail full", "commands and caveats")];
        return findings is [var first, ..]
            ? [
                .. steps,
                ($"{again} --out ticket.md", "this result for a ticket"),
                ($"timerprobe rules explain {first.Rule}", "the background")
            ]
            : steps;
    }

    public static string Line(Finding finding) => $"{finding.Rule} {finding.Severity.ToDocumentName()}: {finding.Title}";

    private static string? Others(IReadOnlyList<Finding> findings) => findings.Count switch
    {
        1 => null,
        2 => Line(findings[1]),
        _ => $"{findings[1].Rule} {findings[1].Severity.ToDocumentName()} and {Counted.Of(findings.Count - 2, "more finding")}: {string.Join(", ", findings.Skip(2).Select(finding => finding.Rule))}",
    };

    private static void Write(Page page, string label, string? sentence)
    {
        if (sentence is not null)
        {
            page.Paragraph(PlainText.OneLine(sentence), hanging: Label(label));
        }
    }

    public static string Label(string label) => label.PadRight(LabelWidth);
}
