using Spectre.Console;
using TimerProbe.Cli.Output.Pages;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;
using TimerProbe.Core.Verdicts;
using TimerProbe.Reporting;
using static System.FormattableString;

namespace TimerProbe.Cli.Output.Check;

internal static class CheckText
{
    public static void Write(CheckDocument document, TextView view, TextWriter output)
    {
        var page = new Page(view.Style, output);
        var summary = CheckSummary.From(document);
        WriteHead(page, document, summary);
        page.Space();
        ClockTable.WriteSummary(page, document);
        ProbeText.Write(page, document);
        var next = NextOf(document, view);
        AnswerText.WriteFindings(page, document.Findings, below: next.Count + 1);
        if (view.Detail > Detail.Summary)
        {
            page.Space();
            page.Paragraph("All clocks", style: Styles.Strong);
            ClockTable.Write(page, document);
            FindingText.Write(page, document.Findings);
            page.List("Muted by the configuration", MutedSummary.Of(document.Muting));
            page.Space();
            WriteHead(page, document, summary);
        }

        if (view.Detail == Detail.Verbose)
        {
            WriteUnavailable(page, document.Machine);
        }

        AnswerText.WriteNext(page, next);
    }

    private static void WriteHead(Page page, CheckDocument document, CheckSummary summary)
    {
        string?[] about = [document.Machine.Name, summary.Platform, summary.Time, AnswerText.Muted(document.Muting), summary.System];
        var state = document.Verdict.State;
        var style = state == ClockState.Healthy && summary.Severity is { } severity ? Styles.Of(severity) : Styles.Of(state);
        AnswerText.WriteHead(page, summary.State, style, [summary.Answer, .. summary.Reasons], about);
    }

    private static IReadOnlyList<NextCommand> NextOf(CheckDocument document, TextView view) => document.Findings.Count > 0
        ? AnswerText.NextOf(document.Findings, view.Again("check"), hasSteps: view.Detail > Detail.Summary)
        : [
            new("timerprobe watch", "catch a clock that is slow only at times"),
            new("timerprobe sql --server NAME", "measure what SQL Server itself does")
        ];

    private static void WriteUnavailable(Page page, MachineFacts machine)
    {
        page.Space();
        page.Paragraph("Not available", style: Styles.Strong);
        foreach (var missing in machine.Unavailable)
        {
            page.Paragraph($"{missing.What}: {missing.Why}", indent: 2);
        }
    }
}

internal static class ClockTable
{
    /// <summary>The clocks that the verdict rests on, with bars.</summary>
    public static void WriteSummary(Page page, CheckDocument document)
    {
        var table = new TextTable(indent: 2);
        Add(Styles.Faint, "", "", CostScale.Marks, "");
        foreach (var row in ClockRow.From(document).Where(row => Tells(row, document)))
        {
            Add(StyleOf(row, document), row.Label, row.Cost.ToString(), CostScale.Bar(row.Cost, page.Style), row.Note);
        }

        if (CpuWaitRow.From(document) is { } wait)
        {
            Add(Styles.None, CpuWaitRow.Label, wait.Share, "", wait.Note);
        }

        var clocks = document.Clocks.Where(clock => clock.Source is ClockSource.PreciseTime or ClockSource.TimestampCounter);
        foreach (var missing in clocks.Where(clock => clock.CallNs is null))
        {
            Add(Styles.Faint, missing.Api, "-", "not measured", "");
        }

        table.Write(page);

        void Add(Style? style, string label, string cost, string bar, string note) =>
            table.Add(style, new Cell(label), new Cell(cost, Right: true), new Cell(bar, Rank: 2), new Cell(note, Rank: 1));
    }

    public static void Write(Page page, CheckDocument document)
    {
        var table = new TextTable(indent: 2);
        foreach (var row in ClockRow.From(document))
        {
            table.Add(
                StyleOf(row, document),
                new Cell(row.Label),
                new Cell(row.Api, Rank: 2),
                new Cell(row.Cost.ToString(), Right: true),
                new Cell(row.Spread, Rank: 4),
                new Cell(row.Rate, Right: true, Rank: 3),
                new Cell(row.Note, Rank: 1));
        }

        table.Write(page);
        foreach (var missing in ClockRow.Missing(document))
        {
            page.Paragraph(missing, indent: 2, Styles.Faint);
        }
    }

    /// <summary>
    /// Whether a clock is worth a line: the counter only where it differs from precise time, which mostly is the same clock.
    /// </summary>
    private static bool Tells(ClockRow row, CheckDocument document) => row.Source switch
    {
        null or ClockSource.PreciseTime or ClockSource.CoarseTime or ClockSource.TimestampCounter => true,
        ClockSource.VmExit => document.Machine.Hypervisor.Present == true,
        ClockSource.Counter =>
            document.Clocks.FirstOrDefault(clock => clock.Source == ClockSource.PreciseTime)?.CallNs is { } precise
                && VerdictTable.Differ(precise.Median, row.Cost),
        _ => false,
    };

    private static Style? StyleOf(ClockRow row, CheckDocument document) =>
        row.Source == ClockSource.PreciseTime ? Styles.Of(document.Verdict.State) : Styles.None;
}

/// <summary>
/// Costs as bars on a logarithmic scale from 10 ns to 100 us, the same on every machine, so that two outputs can be held side by side.
/// </summary>
internal static class CostScale
{
    private const int Decade = 7;
    private const int Decades = 4;
    private static readonly Duration Begin = new(10);

    public static string Marks { get; } =
        string.Concat(new[] { "10 ns", "100 ns", "1 us", "10 us" }.Select(mark => mark.PadRight(Decade))) + "100 us";

    /// <summary>The bar of a cost; none below 10 ns.</summary>
    public static string Bar(Duration cost, TextStyle style)
    {
        var length = Math.Clamp(Math.Ceiling(Math.Log10(cost / Begin) * Decade), 0, Decade * Decades);
        return string.Concat(Enumerable.Repeat(style.Block, (int)length));
    }
}

internal static class ProbeText
{
    public static void Write(Page page, CheckDocument document)
    {
        Write(page, document.PerProcessor, "Processors one by one", WriteProcessors);
        Write(page, document.Scaling, "Threads at once", WriteScaling);
        Write(page, document.Rounds, "Calls counted in rounds", WriteRounds);
        Write(page, document.Drift, "The rate of the clock", WriteDrift);
    }

    private static void Write<T>(Page page, T? facts, string title, Action<Page, T> write)
        where T : class
    {
        if (facts is null or System.Collections.ICollection { Count: 0 } or RoundFacts { CallsPerSecond.Count: 0 })
        {
            return;
        }

        page.Space();
        page.Paragraph(title, style: Styles.Strong);
        write(page, facts);
    }

    private static void WriteProcessors(Page page, IReadOnlyList<ProcessorClockFacts> processors)
    {
        var grouped = processors.Any(processor => processor.Group != 0);
        var table = new TextTable(indent: 2);
        foreach (var processor in processors)
        {
            var name = grouped ? Invariant($"{processor.Group}:{processor.Processor}") : Invariant($"{processor.Processor}");
            table.Add(
                style: null,
                new Cell($"processor {name}"),
                new Cell(processor.PreciseTimeNs?.ToString() ?? "not allowed", Right: true),
                new Cell(processor.TimestampCounterNs is { } tsc ? $"RDTSC {tsc}" : "", Rank: 1));
        }

        table.Write(page);
    }

    private static void WriteScaling(Page page, IReadOnlyList<ScalingFacts> scaling)
    {
        var table = new TextTable(indent: 2);
        foreach (var step in scaling)
        {
            table.Add(
                style: null,
                new Cell(Invariant($"{step.Threads} {(step.Threads == 1 ? "thread" : "threads")}")),
                new Cell(Invariant($"{step.CallsPerSecond / 1e6:#,0.00} M/s"), Right: true),
                new Cell(Invariant($"{step.Efficiency * 100:0} % of linear"), Right: true, Rank: 1));
        }

        table.Write(page);
    }

    private static void WriteRounds(Page page, RoundFacts rounds)
    {
        foreach (var (number, rate) in rounds.CallsPerSecond.Index())
        {
            page.Line((Invariant($"  round {number + 2,2}  {rate,13:#,0} calls/s"), null));
        }

        page.Paragraph(
            Invariant(
                $"Rounds of {rounds.LengthMs:#,0} ms, the first dropped. They vary with the machine's load; the verdict does not depend on them."),
            indent: 2,
            Styles.Faint);
    }

    private static void WriteDrift(Page page, DriftFacts drift)
    {
        foreach (var (number, line) in DriftSummary.Of(drift).Index())
        {
            page.Paragraph(line, indent: number == 0 ? 2 : 4);
        }

        if (DriftSummary.Agreement(drift) is { } agreement)
        {
            page.Paragraph(agreement, indent: 2, Styles.Faint);
        }
    }
}
