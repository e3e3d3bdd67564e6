using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;

namespace TimerProbe.Reporting.Csv;

/// <summary>
/// A check document as RFC 4180 CSV, a row a clock, the machine and the verdict on each: what a spreadsheet or a loader
/// wants. Figures have an invariant decimal point in every culture.
/// </summary>
public static class CheckCsv
{
    private static readonly string[] Header =
    [
        "id", "startedAt", "machine", "smbiosUuid", "os", "hypervisor", "state", "cause", "confidence",
        "source", "api", "medianNs", "lowNs", "highNs", "p99Ns", "callsPerSecond", "ratioToVmExit",
        "granularityNs", "backwardSteps", "batches", "callsPerBatch", "why",
    ];

    /// <summary>The whole table with its header.</summary>
    public static string Write(CheckDocument document) =>
        CsvTable.Write(Header, document.Clocks.Select(clock => Machine(document).Concat(Clock(clock))));

    private static string?[] Machine(CheckDocument document) =>
    [
        document.Id.ToString(),
        CsvCell.Time(document.StartedAt),
        document.Machine.Name,
        document.Machine.SmbiosUuid,
        document.Machine.Os,
        document.Machine.Hypervisor.Name,
        document.Verdict.State.ToDocumentName(),
        document.Verdict.Cause.ToDocumentName(),
        document.Verdict.Confidence?.ToDocumentName(),
    ];

    private static string?[] Clock(ClockFacts clock) =>
    [
        clock.Source.ToDocumentName(),
        clock.Api,
        CsvCell.Number(clock.CallNs?.Median.Nanoseconds),
        CsvCell.Number(clock.CallNs?.Low.Nanoseconds),
        CsvCell.Number(clock.CallNs?.High.Nanoseconds),
        CsvCell.Number(clock.CallNs?.P99.Nanoseconds),
        CsvCell.Number(clock.CallsPerSecond),
        CsvCell.Number(clock.RatioToVmExit?.Median),
        CsvCell.Number(clock.GranularityNs?.Nanoseconds),
        CsvCell.Number(clock.BackwardSteps),
        CsvCell.Number(clock.Batches),
        CsvCell.Number(clock.CallsPerBatch),
        clock.Why,
    ];
}
