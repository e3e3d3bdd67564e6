using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;
using static System.FormattableString;

namespace TimerProbe.Reporting.Reports;

internal static class CheckSections
{
    private static readonly ReportColumn[] ClockColumns =
    [
        new("Clock"),
        new("Cost", ColumnContent.Figures),
        new("Normal", ColumnContent.Figures, Rank: 5),
        new("Median between", ColumnContent.Figures, Rank: 4),
        new("Calls", ColumnContent.Figures, Rank: 3),
        new("Meaning", Rank: 1),
        new("Read by", ColumnContent.Names, Rank: 2),
    ];

    public static IEnumerable<ReportSection> Create(CheckDocument document)
    {
        yield return Clocks(document, "Clocks");
        if (document.PerProcessor is { Count: > 0 } processors)
        {
            yield return Processors(processors);
        }

        if (document.Scaling is { Count: > 0 } scaling)
        {
            yield return Threads(scaling);
        }

        if (document.Rounds is { CallsPerSecond.Count: > 0 } rounds)
        {
            yield return Rounds(rounds);
        }

        if (document.Drift is { } drift)
        {
            yield return new ReportSection(
                "The rate of the clock",
                [],
                [],
                [.. DriftSummary.Of(drift), .. new[] { DriftSummary.Agreement(drift) }.OfType<string>()]);
        }
    }

    public static ReportSection Clocks(CheckDocument document, string title) => new(
        title,
        ClockColumns,
        [
            .. ClockRow.From(document).Select(CellsOf),
            .. CpuWaitRow.From(document) is { } wait ? [[CpuWaitRow.Label, wait.Share, "", "", "", wait.Note, ""]] : Array.Empty<string[]>(),
        ],
        [
            .. ClockRow.Missing(document),
            .. document.Control.Because is { } because ? [$"The process was kept from its processor: {because}."] : Array.Empty<string>(),
            $"Up to {VerdictTable.HealthyLimit} a read of precise time is healthy, up to {VerdictTable.CheckLimit} worth a check, up to {VerdictTable.SuspiciousLimit} suspicious, above that slow.",
        ])
    {
        IsDetail = true,
    };

    private static IReadOnlyList<string> CellsOf(ClockRow row) =>
    [
        row.Label,
        row.Cost.ToString(),
        row.Normal,
        row.Spread.Length == 0 ? "" : row.Spread + " ns",
        row.Rate,
        row.Note,
        row.Api,
    ];

    private static ReportSection Processors(IReadOnlyList<ProcessorClockFacts> processors) => new(
        "Processors one by one",
        [
            new("Group", ColumnContent.Figures),
            new("Processor", ColumnContent.Figures),
            new("Precise time", ColumnContent.Figures),
            new("RDTSC", ColumnContent.Figures),
        ],
        [.. processors.Select(each =>
            (IReadOnlyList<string>)[
                each.Group == 0 ? "" : Invariant($"{each.Group}"),
                Invariant($"{each.Processor}"),
                each.PreciseTimeNs?.ToString() ?? "not allowed",
                each.TimestampCounterNs?.ToString() ?? "",
            ])],
        []);

    private static ReportSection Threads(IReadOnlyList<ScalingFacts> scaling) => new(
        "Threads at once",
        [new("Threads", ColumnContent.Figures), new("Calls", ColumnContent.Figures), new("Of linear", ColumnContent.Figures)],
        [.. scaling.Select(step =>
            (IReadOnlyList<string>)[
                Invariant($"{step.Threads}"),
                Invariant($"{step.CallsPerSecond / 1e6:#,0.00} M/s"),
                Invariant($"{step.Efficiency * 100:0} %")
            ])],
        []);

    private static ReportSection Rounds(RoundFacts rounds) => new(
        "Calls counted in rounds",
        [new("Round", ColumnContent.Figures), new("Calls", ColumnContent.Figures)],
        [.. rounds.CallsPerSecond.Select((rate, number) =>
            (IReadOnlyList<string>)[Invariant($"{number + 2}"), Invariant($"{rate:#,0} calls/s")])],
        [
            Invariant($"Rounds of {rounds.LengthMs:#,0} ms, the first dropped. They vary with the machine's load; the verdict does not depend on them.")
        ]);
}
