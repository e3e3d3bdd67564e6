using System.Net;

namespace TimerProbe.Cli.Output;

/// <summary>A report as text: the answer on a screen, in full all its sections and findings.</summary>
internal static class AnswerText
{
    private const string InFull = "--detail full";
    private const int LabelWidth = 8;
    private const int MaxRemedies = 3;
    private const int Screen = 25;
    private const int MaxCell = 32, MinCell = 16;

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
            var text = new FindingText(page, isVerbose: true);
            foreach (var finding in report.Findings)
            {
                text.Write(FindingGroup.From(finding));
            }

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
                WriteSection(page, section, isWhole: isDetail);
            }
        }
    }

    public static void WriteHead(Page page, string state, Style style, IEnumerable<string> paragraphs, IEnumerable<string?> about)
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
        page.Line((new string(' ', indent) + page.Style.Fit(line, page.Style.Width - indent), null));
    }

    /// <summary>How many findings are left out; null for none.</summary>
    public static string? Muted(MutingFacts? muting) =>
        muting is { Muted.Count: > 0 and var left } ? $"{Counted.Of(left, Noun.Finding)} muted by the configuration" : null;

    /// <summary>A section as its table with notes below it, or as a list; cells are cut unless it is to be whole.</summary>
    public static void WriteSection(Page page, ReportSection section, bool isWhole, int maxRows = int.MaxValue, string whole = InFull)
    {
        if (section.Rows.Count == 0)
        {
            page.List(section.Title, section.Notes.Take(maxRows));
            WriteMore(page, section.Notes.Count - maxRows, whole);
            return;
        }

        page.Space();
        page.Paragraph(section.Title, style: Styles.Strong);
        var widest = isWhole ? int.MaxValue : MaxCell;
        var table = GetTable(section, widest, maxRows, page.Style);
        while (widest is > MinCell and < int.MaxValue && !table.Fits(page.Style.Width, allColumns: false))
        {
            widest -= 2;
            table = GetTable(section, widest, maxRows, page.Style);
        }

        table.Write(page);
        WriteMore(page, section.Rows.Count - maxRows, whole);
        foreach (var note in section.Notes)
        {
            page.Paragraph(PlainText.OneLine(note), indent: 2, isWhole ? Styles.None : Styles.Faint);
        }
    }

    /// <summary>Lines of their own below a title, each cut to the width; nothing without any.</summary>
    public static void WriteLines(Page page, string title, IEnumerable<(string Text, Severity? Severity)> lines, int left = 0)
    {
        foreach (var (place, (text, severity)) in lines.Index())
        {
            if (place == 0)
            {
                page.Space();
                page.Paragraph(title, style: Styles.Strong);
            }

            var line = page.Style.Fit(PlainText.OneLine(text), page.Style.Width);
            page.Line((line, severity is { } known ? Styles.Of(known) : Styles.None));
        }

        WriteMore(page, left);
    }

    public static bool Fits(ReportSection section, TextStyle style) =>
        section.Rows.Count == 0 || GetTable(section, int.MaxValue, int.MaxValue, style).Fits(style.Width, allColumns: true);

    public static void WriteMore(Page page, int left, string whole = InFull)
    {
        if (left > 0)
        {
            page.Paragraph($"and {Counted.Number(left)} more: {whole}", indent: 2, Styles.Faint);
        }
    }

    public static void WriteNext(Page page, IReadOnlyList<(string Command, string For)> commands)
    {
        page.Space();
        var widest = commands.Max(item => item.Command.Length);
        foreach (var (number, (command, purpose)) in commands.Index())
        {
            var line = $"{Label(number == 0 ? "Next" : "")}{command.PadRight(widest)}  {purpose}";
            page.Line((TextStyle.GetWidth(line) <= page.Style.Width ? line : Label(number == 0 ? "Next" : "") + command, null));
        }
    }

    /// <param name="platform">What a rule is explained for; null for the machine that it is asked on.</param>
    public static IReadOnlyList<(string Command, string For)> GetNext(
        IReadOnlyList<Finding> findings, string again, bool hasSteps, Setting? platform = null) =>
    [
        .. hasSteps ? Array.Empty<(string, string)>() : [($"{again} --detail full", "commands and caveats")],
        .. findings is [var first, ..]
            ? [($"{again} --out ticket.md", "this result for a ticket"), ($"timerprobe rules explain {first.Rule}{(platform is { } other ? $" --platform {Platforms.GetOptionValue(other)}" : "")}", "the background")]
            : Array.Empty<(string, string)>(),
    ];

    public static string Label(string label) => label.PadRight(LabelWidth);

    private static TextTable GetTable(ReportSection section, int widest, int maxRows, TextStyle style)
    {
        var table = new TextTable(indent: 2);
        Add(Styles.Faint, [.. section.Columns.Select(column => Head(column.Title))]);
        foreach (var (at, row) in section.Rows.Take(maxRows).Index())
        {
            Add(section.Severities.ElementAtOrDefault(at) is { } severity ? Styles.Of(severity) : Styles.None, row);
        }

        return table;

        // Without ranks the first two columns stay, and of the others the last go first.
        void Add(Style? text, IReadOnlyList<string> row) => table.Add(text, [.. section.Shown.Select((column, at) => new Cell(
            GetCell(row[column], section.Columns[column].Holds, isLast: at == section.Shown.Count - 1),
            section.Columns[column].Holds == ColumnContent.Figures,
            section.Columns[column].Rank ?? (at < 2 ? 0 : at)))]);

        // Words mark names as code, and in the last column they are wrapped.
        string GetCell(string text, ColumnContent holds, bool isLast) => holds == ColumnContent.Words
            ? PlainText.OneLine(text.Replace("`", "", StringComparison.Ordinal).Replace("→", style.Arrow, StringComparison.Ordinal))
                is var words && isLast
                ? words
                : style.Fit(words, widest)
            : style.Fit(PlainText.OneLine(text), widest);
    }

    private static string Head(string title) =>
        title.Length > 1 && char.IsUpper(title[1]) ? title : char.ToLowerInvariant(title[0]) + title[1..];

    private static void WriteFindings(Page page, IReadOnlyList<Finding> findings, int below)
    {
        if (findings.Count == 0)
        {
            return;
        }

        var mostSevere = findings[0];
        page.Space();
        WriteLabelled("Impact", mostSevere.Impact ?? mostSevere.Title);
        WriteLabelled("Likely", mostSevere.LikelyCause);
        WriteLabelled("Also", GetOthers(findings));
        page.Space();
        var room = Math.Clamp(Screen - page.Lines - below, 1, MaxRemedies);
        foreach (var (number, remedy) in mostSevere.Remedies.Take(room).Index())
        {
            page.Paragraph(PlainText.OneLine(remedy.Action), hanging: Label(number == 0 ? "To do" : "") + $"{remedy.Rank}. ");
        }

        void WriteLabelled(string label, string? sentence)
        {
            if (sentence is not null)
            {
                page.Paragraph(PlainText.OneLine(sentence), hanging: Label(label));
            }
        }
    }

    private static string? GetOthers(IReadOnlyList<Finding> findings) => findings.Count switch
    {
        1 => null,
        2 => $"{findings[1].Rule} {findings[1].Severity.ToDocumentName()}: {findings[1].Title}",
        _ => $"{findings[1].Rule} {findings[1].Severity.ToDocumentName()} and {Counted.Of(findings.Count - 2, Noun.Finding.With("more"))}: {string.Join(", ", findings.Skip(2).Select(finding => finding.Rule))}",
    };

    public static string Short(string name) => name.Split('.')[0];

    /// <summary>How to name each of these hosts: without its domain where that leaves no doubt; others in whole.</summary>
    public static Func<string, string> ShortNames(IEnumerable<string> names)
    {
        var unique = names.Distinct()
            .Where(name => !IPAddress.TryParse(name, out _)
                && name.All(letter => char.IsLetterOrDigit(letter) || letter is '-' or '.' or '_'))
            .GroupBy(Short, StringComparer.OrdinalIgnoreCase)
            .Where(same => same.Key.Length > 0 && !same.Skip(1).Any())
            .Select(same => same.Single())
            .ToHashSet();
        return name => unique.Contains(name) ? Short(name) : name;
    }
}
