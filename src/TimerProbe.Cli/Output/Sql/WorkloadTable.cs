using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;
using TimerProbe.Core.Verdicts;
using static System.FormattableString;

namespace TimerProbe.Cli.Output.Sql;

/// <summary>The workloads side by side, those that read clocks and their controls.</summary>
internal static class WorkloadTable
{
    public static void Write(Page page, SqlDocument document)
    {
        var table = new TextTable(indent: 2);
        var measured = SqlMeasurement.Of(document);
        foreach (var workload in document.Workloads.Where(workload => workload.NsPerIteration is not null))
        {
            table.Add(
                style: null,
                new Cell(Label(workload.Name)),
                new Cell(Seconds(workload.MedianSeconds), Right: true, Rank: 3),
                new Cell(Cost(workload.NsPerIteration!.Value), Right: true),
                new Cell(Unit(workload.Name), Rank: 2),
                new Cell(measured.AgainstEarlier(workload.Name) is { } ratio ? Invariant($"{ratio.Median:0.0} x earlier") : "", Right: true, Rank: 1),
                new Cell(Note(workload.Name), Rank: 4));
        }

        if (document.StatementCostNs is { } price)
        {
            table.Add(
                style: null,
                new Cell("one more statement"),
                new Cell("", Rank: 3),
                new Cell(price.Median.ToString(), Right: true),
                new Cell("a statement", Rank: 2),
                new Cell(SqlStatementPrice.AgainstEarlier(measured) is { } times ? Invariant($"{times.Median:0.0} x earlier") : "", Right: true, Rank: 1),
                new Cell(Invariant($"{price.Low} to {price.High}"), Rank: 4));
        }

        if (document.ClockCallNs is { } call)
        {
            table.Add(
                style: null,
                new Cell("asking for the time"),
                new Cell("", Rank: 3),
                new Cell(call.Median.ToString(), Right: true),
                new Cell("a call", Rank: 2),
                new Cell("", Rank: 1),
                new Cell(Invariant($"{call.Low} to {call.High}"), Rank: 4));
        }

        table.Write(page);
        if (document.ComparedWith is { } earlier)
        {
            page.Paragraph(Invariant($"Earlier: the run of {earlier.StartedAt.UtcDateTime:yyyy-MM-dd HH:mm} UTC, the fastest that is known."), indent: 2, Styles.Faint);
        }

        foreach (var skipped in document.Workloads.Where(workload => workload.Skipped is not null))
        {
            page.Paragraph(SafeText.OneLine($"{Label(skipped.Name)} not run: {skipped.Skipped}"), indent: 2, Styles.Faint);
        }
    }

    private static string Label(SqlWorkload workload) => workload switch
    {
        SqlWorkload.Primality => "interpreted function",
        SqlWorkload.PrimalityNative => "natively compiled",
        SqlWorkload.PrimalityClient => "this program",
        SqlWorkload.SetControl => "one set-based query",
        SqlWorkload.StatementCost => "loop of eight statements",
        SqlWorkload.ClockCalls => "loop with clock calls",
        SqlWorkload.CommitLoop => "commit of each row",
        _ => "one commit for all",
    };

    private static string Unit(SqlWorkload workload) => workload switch
    {
        SqlWorkload.Primality or SqlWorkload.PrimalityNative or SqlWorkload.PrimalityClient or SqlWorkload.StatementCost => "an iteration",
        SqlWorkload.ClockCalls => "a pass",
        _ => "a row",
    };

    private static string Note(SqlWorkload workload) => workload switch
    {
        SqlWorkload.Primality or SqlWorkload.StatementCost or SqlWorkload.ClockCalls or SqlWorkload.CommitLoop => "reads the clock",
        SqlWorkload.CommitOneTransaction => "control of the commits",
        _ => "control, reads no clock",
    };

    private static string Cost(Duration cost) => cost.Nanoseconds < 10_000 ? cost.ToString() : Invariant($"{cost.Nanoseconds / 1000:#,0} us");

    private static string Seconds(double? seconds) => Invariant($"{seconds:0.00} s");
}
