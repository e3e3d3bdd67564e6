namespace TimerProbe.Cli.Output;

internal static class HistoryText
{
    private const int MaxRows = 15;
    private const int MaxScans = 10;
    private const int Widest = 60;
    private const int WideEnoughForIds = 105;
    private const int ShortId = 13;
    private const int MaxSubject = 28;

    public static void Write(HistoryDocument document, TextView view, TextWriter output)
    {
        var page = new Page(view.Style, output);
        page.Paragraph(Headline(document, view.Style), style: Styles.Strong);
        if (document.Subject.GoneAt is { } gone)
        {
            page.Paragraph($"Gone since the scan of {Times.Minute(gone)} UTC.");
        }

        if (NoticeText.RanAt(document.FrequencyStretches) is { Length: > 0 } ran)
        {
            page.Paragraph(ran);
        }

        page.Space();
        var rows = HistoryEntry.From(document);
        if (rows.Count == 0 && document.Scans.Count == 0)
        {
            page.Paragraph(document.Subject.Kind == SubjectKind.Vcenter
                ? "The store has no scan of this time. A longer window: --from 365d. What check, sql and watch saved: timerprobe history list."
                : "The store has no data for this time. A longer window: --from 365d.");
            return;
        }

        if (document.Subject.Kind == SubjectKind.Vcenter)
        {
            WriteTrend(page, document, view.Detail);
        }
        else
        {
            TimelineText.Write(page, Timeline.Create(document), PlacesLabel(document.Subject.Kind));
        }

        page.Space();
        WriteRows(page, rows, view.Detail);
    }

    public static void WriteRuns(RunsDocument document, TextView view, TextWriter output)
    {
        var style = view.Style;
        var page = new Page(style, output);
        if (document.Runs.Count == 0)
        {
            page.Paragraph(
                "No matching runs. check, sql and scan save theirs with --save; watch saves changes, which timerprobe history NAME shows.");
            return;
        }

        var table = new TextTable(indent: 0);
        foreach (var run in document.Runs)
        {
            var id = run.Id.ToString();
            table.Add(
                style: null,
                new Cell(Times.Minute(run.StartedAt)),
                new Cell(run.Kind),
                new Cell(style.Fit(PlainText.OneLine(run.Subject), MaxSubject)),
                new Cell(run.State),
                new Cell(style.Width >= WideEnoughForIds ? id : id[..ShortId]),
                new Cell(Findings(run.Findings), Rank: 1));
        }

        table.Write(page);
    }

    private static void WriteRows(Page page, IReadOnlyList<HistoryEntry> rows, Detail detail)
    {
        var leftOut = detail > Detail.Summary ? 0 : Math.Max(0, rows.Count - MaxRows);
        if (leftOut > 0)
        {
            page.Paragraph(
                $"{Counted.Of(leftOut, Noun.Row.With("earlier"))} left out: --detail full, --output csv or a shorter window shows them.",
                indent: 2,
                Styles.Faint);
        }

        foreach (var row in rows.Skip(leftOut))
        {
            var text = row.Detail.Length == 0 ? row.What : $"{row.What}: {row.Detail}";
            page.Paragraph(PlainText.OneLine(text), indent: 2, Style(row), hanging: $"{row.When,-4} {Times.Minute(row.At)}  ");
        }
    }

    private static Spectre.Console.Style? Style(HistoryEntry row) => row.Kind switch
    {
        "slow" => Styles.Of(Severity.Critical),
        "away" => Styles.Of(Severity.Warning),
        _ => Styles.None,
    };

    private static string Headline(HistoryDocument document, TextStyle style)
    {
        var subject = document.Subject;
        string?[] parts =
        [
            subject.Name,
            What(subject),
            subject.Server,
            $"{Times.Minute(document.From)} to {Times.Minute(document.To)} UTC",
            document.Scans.Count > 0 ? Counted.Of(document.Scans.Count, Noun.Scan) : null,
        ];
        return PlainText.OneLine(string.Join(style.Separator, parts.OfType<string>()));
    }

    private static string? What(HistorySubject subject) => subject switch
    {
        { Kind: SubjectKind.VirtualMachine } => $"VM {subject.Id}",
        { Kind: SubjectKind.Vcenter } => null,
        { Id: { } id } => $"{subject.Kind.ToDocumentName()} {id}",
        _ => subject.Kind.ToDocumentName(),
    };

    private static string PlacesLabel(SubjectKind kind) => kind switch
    {
        SubjectKind.Cluster => "away",
        SubjectKind.Host => "host",
        _ => "placement",
    };

    private static void WriteTrend(Page page, HistoryDocument document, Detail detail)
    {
        var scans = document.Scans;
        if (scans.Count == 0)
        {
            return;
        }

        var (now, min, max) = (scans[^1].Away, scans.Min(scan => scan.Away), scans.Max(scan => scan.Away));
        page.Paragraph(
            (document.SlowNow is { } slow ? $"{Counted.Of(slow, Noun.Vm)} slow or expected to be; {Counted.Number(now)}" : Counted.Of(now, Noun.Vm))
                + $" away now ({(min == max ? $"{Counted.Number(now)} throughout" : $"{Counted.Number(min)} to {Counted.Number(max)} in this time")})");
        var bars = Bars([.. Thinned(scans)], max, page.Style);
        page.Line(($"  {bars}  {Times.Minute(scans[0].At)} to {Times.Minute(scans[^1].At)}", Styles.Faint));
        page.Space();
        var shown = detail > Detail.Summary ? scans : [.. scans.Skip(scans.Count - MaxScans)];
        var table = new TextTable(indent: 2);
        table.Add(Styles.Faint, new Cell("scan (UTC)"), Head("away"), Head("home"), Head("unknown"), Head("off"), new Cell("", Rank: 1));
        foreach (var scan in shown.Reverse())
        {
            table.Add(
                scan.Away > 0 ? Styles.Of(Severity.Warning) : Styles.None,
                new Cell(Times.Minute(scan.At)),
                Figure(scan.Away),
                Figure(scan.Home),
                Figure(scan.Unknown),
                Figure(scan.Off),
                new Cell(scan.IsFull ? "" : "in part", Rank: 1));
        }

        table.Write(page);
    }

    private static IEnumerable<HistoryScan> Thinned(IReadOnlyList<HistoryScan> scans)
    {
        var count = Math.Min(scans.Count, Widest);
        return Enumerable.Range(1, count).Select(number => scans[(int)((long)number * scans.Count / count) - 1]);
    }

    private static string Bars(IReadOnlyList<HistoryScan> scans, int max, TextStyle style)
    {
        var (none, glyphs) = style.Unicode ? ('·', "▁▂▃▄▅▆▇█") : ('.', "123456789");
        return string.Concat(scans.Select(scan =>
            scan.Away == 0 ? none : glyphs[(int)Math.Ceiling((double)scan.Away / max * glyphs.Length) - 1]));
    }

    private static Cell Head(string name) => new(name, Right: true);

    private static Cell Figure(int count) => new(Counted.Number(count), Right: true);

    private static string Findings(FindingCounts found)
    {
        (int Count, string Name)[] counts = [(found.Critical, "critical"), (found.Warning, "warning"), (found.Info, "info")];
        var reported = string.Join(", ", counts.Where(count => count.Count > 0).Select(count => $"{Counted.Number(count.Count)} {count.Name}"));
        return reported.Length > 0 ? reported : "no findings";
    }
}
