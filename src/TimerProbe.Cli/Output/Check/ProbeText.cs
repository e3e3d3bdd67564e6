using TimerProbe.Cli.Output.Pages;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using static System.FormattableString;

namespace TimerProbe.Cli.Output.Check;

/// <summary>What was asked for beside the verdict: processors, threads, rounds, drift.</summary>
internal static class ProbeText
{
    public static void Write(Page page, CheckDocument document)
    {
        Write(page, document.PerProcessor, "Processors one by one", WriteProcessors);
        Write(page, document.Scaling, "Threads at once", WriteScaling);
        Write(page, document.Rounds, "Calls counted in rounds", WriteRounds);
        Write(page, document.Drift, "The rate of the clock", DriftText.Write);
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
            table.Add(
                style: null,
                new Cell("processor " + (grouped ? Invariant($"{processor.Group}:{processor.Processor}") : Invariant($"{processor.Processor}"))),
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
            Invariant($"Rounds of {rounds.LengthMs:#,0} ms, the first dropped. They vary with the machine's load; the verdict does not depend on them."),
            indent: 2,
            Styles.Faint);
    }
}
