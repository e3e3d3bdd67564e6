namespace TimerProbe.Cli.Output;

internal static class CheckText
{
    private const int Decade = 7;
    private const int Decades = 4;
    private static readonly Duration Begin = new(10);

    private static string Marks { get; } =
        string.Concat(new[] { "10 ns", "100 ns", "1 us", "10 us" }.Select(mark => mark.PadRight(Decade))) + "100 us";

    public static void Write(CheckDocument document, TextView view, TextWriter output)
    {
        var page = new Page(view.Style, output);
        var summary = CheckSummary.From(document);
        string?[] about = [document.Machine.Name, summary.Platform, summary.Time, AnswerText.Muted(document.Muting), summary.System];
        var state = document.Verdict.State;
        var style = state == ClockState.Healthy && summary.Severity is { } severity ? Styles.Of(severity) : Styles.Of(state);
        var report = CheckReport.Create(document);
        AnswerText.Write(
            page,
            report,
            isFull: view.Detail > Detail.Summary,
            isVerbose: view.Detail == Detail.Verbose,
            () => AnswerText.WriteHead(page, summary.State, style, [summary.Answer, .. summary.Reasons], about),
            () => WriteClocks(page, document),
            GetNext(document, report.Findings, view));
    }

    private static IReadOnlyList<(string Command, string For)> GetNext(
        CheckDocument document, IReadOnlyList<Finding> findings, TextView view) => findings.Count > 0
        ? AnswerText.GetNext(
            findings,
            view.Again("check"),
            hasSteps: view.Detail > Detail.Summary,
            view.From is null ? null : Platforms.GetPlatform(document.Machine))
        : [
            ("timerprobe watch", "catch a clock that is slow only at times"),
            ("timerprobe sql --server NAME", "measure what SQL Server itself does")
        ];

    private static void WriteClocks(Page page, CheckDocument document)
    {
        var table = new TextTable(indent: 2);
        Add(Styles.Faint, "", "", Marks, "");
        foreach (var row in ClockRow.From(document).Where(row => Tells(row, document)))
        {
            var bar = row.IsBesideTheClock ? row.Note : Bar(row.Cost, page.Style);
            Add(GetStyle(row, document), row.Label, row.Cost.ToString(), bar, row.IsBesideTheClock ? "" : row.Note, row.IsBesideTheClock);
        }

        if (ClockRow.GetCpuWait(document) is { } wait)
        {
            Add(Styles.None, wait.Label, wait.Share, "", wait.Note);
        }

        var clocks = document.Clocks.Where(clock => clock.Source is ClockSource.PreciseTime or ClockSource.TimestampCounter);
        foreach (var missing in clocks.Where(clock => clock.CallNs is null))
        {
            Add(Styles.Faint, missing.Api, "-", "not measured", "");
        }

        table.Write(page);

        void Add(Style? style, string label, string cost, string bar, string note, bool overNote = false) => table.Add(
            style, new Cell(label), new Cell(cost, Right: true), new Cell(bar, Rank: 2, Spans: overNote), new Cell(note, Rank: 1));
    }

    private static bool Tells(ClockRow row, CheckDocument document) => row.Source switch
    {
        null or ClockSource.PreciseTime or ClockSource.CoarseTime or ClockSource.TimestampCounter or ClockSource.MonotonicRaw => true,
        ClockSource.VmExit => document.Machine.Hypervisor.Present == true,
        ClockSource.Counter =>
            document.Clocks.FirstOrDefault(clock => clock.Source == ClockSource.PreciseTime)?.CallNs is { } precise
                && VerdictTable.Differ(precise.Median, row.Cost),
        _ => false,
    };

    private static Style? GetStyle(ClockRow row, CheckDocument document) =>
        row.Source == ClockSource.PreciseTime ? Styles.Of(document.Verdict.State) : Styles.None;

    /// <summary>A bar on a logarithmic scale from 10 ns to 100 us, the same on every machine; none below 10 ns.</summary>
    private static string Bar(Duration cost, TextStyle style)
    {
        var length = Math.Clamp(Math.Ceiling(Math.Log10(cost / Begin) * Decade), 0, Decade * Decades);
        return string.Concat(Enumerable.Repeat(style.Block, (int)length));
    }
}
