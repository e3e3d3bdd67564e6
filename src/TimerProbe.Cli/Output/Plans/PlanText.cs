namespace TimerProbe.Cli.Output;

/// <summary>A plan as a page for a person: at 80 columns at most 40 lines, with full detail all of it.</summary>
internal static class PlanText
{
    private const int MaxLines = 40;

    public static void Write(PlanDocument document, TextView view, TextWriter output)
    {
        var isFull = view.Detail > Detail.Summary;
        var whole = isFull ? PlanReport.Create(document) : null;
        var report = whole?.Sections.All(section => AnswerText.Fits(section, view.Style)) == true
            ? whole
            : PlanReport.Create(document, ShortHosts(document));
        var sections = report.Sections.Where(section => isFull || !section.IsDetail).ToList();
        var rows = isFull ? sections.ConvertAll(_ => int.MaxValue) : RowsThatFit(document, report, sections, view);
        Write(new Page(view.Style, output), document, report, sections, rows, view);
    }

    private static List<int> RowsThatFit(PlanDocument document, Report report, List<ReportSection> sections, TextView view)
    {
        var rows = sections.ConvertAll(section => section.Rows.Count == 0 ? int.MaxValue : 1);
        foreach (var maxRows in new[] { 3, 12, MaxLines })
        {
            for (var at = 0; at < sections.Count; at++)
            {
                while (rows[at] < Math.Min(maxRows, sections[at].Rows.Count))
                {
                    rows[at]++;
                    if (Lines(rows) > MaxLines)
                    {
                        rows[at]--;
                        break;
                    }
                }
            }
        }

        return rows;

        int Lines(List<int> shown)
        {
            var narrow = view.Style with { Width = Math.Min(view.Style.Width, 80) };
            return Page.Text(narrow, page => Write(page, document, report, sections, shown, view)).Count(character => character == '\n');
        }
    }

    private static void Write(Page page, PlanDocument document, Report report, List<ReportSection> sections, List<int> rows, TextView view)
    {
        var colon = report.Headline.IndexOf(':', StringComparison.Ordinal);
        AnswerText.WriteHead(
            page,
            report.Headline[..colon],
            report.Severity is { } severity ? Styles.Of(severity) : Styles.Of(ClockState.Healthy),
            [report.Headline[(colon + 2)..]],
            report.About);
        page.Space();
        foreach (var reason in report.Reasons)
        {
            page.Paragraph(PlainText.OneLine(reason), hanging: "- ");
        }

        foreach (var (section, shown) in sections.Zip(rows))
        {
            AnswerText.WriteSection(page, section, view.Detail > Detail.Summary, shown);
        }

        AnswerText.WriteNext(page, GetNext(document, report, view));
    }

    private static List<(string Command, string For)> GetNext(PlanDocument document, Report report, TextView view)
    {
        var again = view.Again($"plan {document.Kind.ToDocumentName()} ...");
        List<(string Command, string For)> next = [($"{again} --out plan.html", report.Moved.Count == 0 ? "as a page" : "with a picture")];
        if (document.Moves.Count > 0 || document.Rules?.Any(cluster => cluster.Rules.Count > 0) == true)
        {
            next.Add(($"{again} --remedies plan.sh", "as a script"));
        }

        return next;
    }

    private static Func<string, string> ShortHosts(PlanDocument document)
    {
        string?[] names =
        [
            .. document.Moves.SelectMany(move => new[] { move.From, move.To }),
            .. document.Evacuation is { } evacuation
                ? evacuation.Machines
                    .SelectMany(item =>
                        item.FastHosts.Concat(item.UnknownHosts).Concat(item.SlowHosts).Concat(item.Elsewhere).Append(item.Machine.Host))
                    .Concat(evacuation.Rounds.SelectMany(round => round.Steps.Select(step => step.Host)))
                    .Concat(evacuation.Hosts)
                : [],
            .. document.Home?.Remaining.SelectMany(item => item.Elsewhere.Append(item.Machine.Host)) ?? [],
            .. document.Rules?.SelectMany(cluster => cluster.Rules)
                .SelectMany(rule => rule.Class.Hosts.Concat(rule.Machines.Select(machine => machine.Host))) ?? [],
            .. document.Measurements.Select(measurement => measurement.Machine.Host),
            .. document.Scans.SelectMany(scan => scan.Servers),
        ];
        return AnswerText.ShortNames(names.OfType<string>());
    }
}
