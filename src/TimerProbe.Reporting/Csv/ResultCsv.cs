using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;
using static TimerProbe.Reporting.Csv.CsvCell;

namespace TimerProbe.Reporting.Csv;

/// <summary>A plan as RFC 4180 CSV: a row a move, those proposed first, then those of patch rounds, or what became of each.</summary>
public static class PlanCsv
{
    private static readonly (string Name, Func<PlanRow, string?> Of)[] Columns =
    [
        ("patchedHost", row => row.PatchedHost),
        ("patchStep", row => Number(row.PatchStep)),
        ("server", row => row.Move.Server),
        ("cluster", row => row.Move.Cluster),
        ("virtualMachine", row => row.Move.Machine),
        ("virtualMachineId", row => row.Move.MachineId),
        ("from", row => row.Move.From),
        ("fromId", row => row.Move.FromId),
        ("to", row => row.Move.To),
        ("toId", row => row.Move.ToId),
        ("wave", row => Number(row.Move.Wave)),
        ("reason", row => Member(row.Move.Reason)),
        ("before", row => Member(row.Move.Before)),
        ("after", row => Member(row.Move.After)),
        ("memoryBytes", row => Number(row.Move.MemoryBytes)),
        ("cpuHz", row => Number(row.Move.CpuHz)),
        ("outcome", row => Member(row.Verified?.Outcome)),
        ("host", row => row.Verified?.Host),
        ("now", row => Member(row.Verified?.Now)),
        ("measured", row => Member(row.Verified?.Measured)),
        ("measuredAt", row => Time(row.Verified?.MeasuredAt)),
        ("powerCycled", row => Flag(row.Verified?.PowerCycled)),
    ];

    /// <summary>Writes the whole table with its header.</summary>
    public static void Write(PlanDocument document, TextWriter output) => CsvTable.Write(
        output,
        [("id", _ => document.Id.ToString()), ("madeAt", _ => Time(document.MadeAt)), ("kind", _ => Member(document.Kind)), .. Columns],
        Rows(document));

    private static IEnumerable<PlanRow> Rows(PlanDocument document) =>
    [
        .. document.Moves.Select(move => new PlanRow(move)),
        .. from round in document.Evacuation?.Rounds ?? []
           from step in round.Steps.Index()
           from move in step.Item.Out.Concat(step.Item.Back)
           select new PlanRow(move, step.Item.Host, step.Index + 1),
        .. (document.Verification?.Moves ?? []).Select(each => new PlanRow(each.Move, Verified: each)),
    ];

    private sealed record PlanRow(PlannedMove Move, string? PatchedHost = null, int? PatchStep = null, VerifiedMove? Verified = null);
}

/// <summary>A check document as RFC 4180 CSV, a row a clock, the machine and the verdict on each; the same in every culture.</summary>
public static class CheckCsv
{
    private static readonly (string Name, Func<ClockFacts, string?> Of)[] Columns =
    [
        ("source", clock => Member(clock.Source)),
        ("api", clock => clock.Api),
        ("medianNs", clock => Number(clock.CallNs?.Median.Nanoseconds)),
        ("lowNs", clock => Number(clock.CallNs?.Low.Nanoseconds)),
        ("highNs", clock => Number(clock.CallNs?.High.Nanoseconds)),
        ("p99Ns", clock => Number(clock.CallNs?.P99.Nanoseconds)),
        ("callsPerSecond", clock => Number(clock.CallsPerSecond)),
        ("ratioToVmExit", clock => Number(clock.RatioToVmExit?.Median)),
        ("granularityNs", clock => Number(clock.GranularityNs?.Nanoseconds)),
        ("backwardSteps", clock => Number(clock.BackwardSteps)),
        ("batches", clock => Number(clock.Batches)),
        ("callsPerBatch", clock => Number(clock.CallsPerBatch)),
        ("why", clock => clock.Why),
    ];

    /// <summary>Writes the whole table with its header.</summary>
    public static void Write(CheckDocument document, TextWriter output) => CsvTable.Write(
        output,
        [
            ("id", _ => document.Id.ToString()),
            ("startedAt", _ => Time(document.StartedAt)),
            ("machine", _ => document.Machine.Name),
            ("smbiosUuid", _ => document.Machine.SmbiosUuid),
            ("os", _ => document.Machine.Os),
            ("hypervisor", _ => document.Machine.Hypervisor.Name),
            ("state", _ => Member(document.Verdict.State)),
            ("cause", _ => Member(document.Verdict.Cause)),
            ("confidence", _ => Member(document.Verdict.Confidence)),
            .. Columns,
        ],
        document.Clocks);
}

/// <summary>A document about a SQL Server as RFC 4180 CSV: a row a workload, the instance and the verdict on each.</summary>
public static class SqlCsv
{
    private static readonly (string Name, Func<SqlCsvRow, string?> Of)[] Columns =
    [
        ("id", row => row.Document.Id.ToString()),
        ("startedAt", row => Time(row.Document.StartedAt)),
        ("server", row => row.Document.Server.Name),
        ("engine", row => row.Document.Server.Engine),
        ("version", row => row.Document.Server.Version),
        ("edition", row => row.Document.Server.Edition),
        ("database", row => row.Document.Server.Database),
        ("timeSource", row => row.Document.Server.TimeSource),
        ("tscHz", row => Number(row.Document.Server.TscHz?.Hertz)),
        ("state", row => Member(row.Document.Verdict.State)),
        ("cause", row => Member(row.Document.Verdict.Cause)),
        ("confidence", row => Member(row.Document.Verdict.Confidence)),
        ("clockCallNs", row => Number(row.Document.ClockCallNs?.Median.Nanoseconds)),
        ("clockCallLowNs", row => Number(row.Document.ClockCallNs?.Low.Nanoseconds)),
        ("clockCallHighNs", row => Number(row.Document.ClockCallNs?.High.Nanoseconds)),
        ("workload", row => Member(row.Workload.Name)),
        ("argument", row => row.Workload.Argument?.ToString(System.Globalization.CultureInfo.InvariantCulture)),
        ("iterations", row => Number(row.Workload.Iterations)),
        ("parallel", row => Number(row.Workload.Parallel)),
        ("runs", row => Number(row.Workload.Seconds?.Count)),
        ("medianSeconds", row => Number(row.Workload.MedianSeconds)),
        ("nsPerIteration", row => Number(row.Workload.NsPerIteration?.Nanoseconds)),
        ("lowNs", row => Number(row.Workload.PerIteration()?.Low.Nanoseconds)),
        ("highNs", row => Number(row.Workload.PerIteration()?.High.Nanoseconds)),
        ("timesEarlier", row => Number(row.Measured.AgainstEarlier(row.Workload.Name)?.Median)),
        ("inlineable", row => Flag(row.Workload.Inlineable)),
        ("skipped", row => row.Workload.Skipped),
        ("statementCostNs", row => Number(row.Document.StatementCostNs?.Median.Nanoseconds)),
        ("statementCostLowNs", row => Number(row.Document.StatementCostNs?.Low.Nanoseconds)),
        ("statementCostHighNs", row => Number(row.Document.StatementCostNs?.High.Nanoseconds)),
    ];

    /// <summary>Writes the whole table with its header.</summary>
    public static void Write(SqlDocument document, TextWriter output)
    {
        var measured = document.Measurement();
        CsvTable.Write(output, Columns, document.Workloads.Select(workload => new SqlCsvRow(document, measured, workload)));
    }

    private sealed record SqlCsvRow(SqlDocument Document, SqlMeasurement Measured, SqlWorkloadFacts Workload);
}
