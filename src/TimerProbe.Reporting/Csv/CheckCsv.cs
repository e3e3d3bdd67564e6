using System.Globalization;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;

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
        document.StartedAt.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture),
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
        Number(clock.CallNs?.Median.Nanoseconds),
        Number(clock.CallNs?.Low.Nanoseconds),
        Number(clock.CallNs?.High.Nanoseconds),
        Number(clock.CallNs?.P99.Nanoseconds),
        Number(clock.CallsPerSecond),
        Number(clock.RatioToVmExit?.Median),
        Number(clock.GranularityNs?.Nanoseconds),
        Number(clock.BackwardSteps),
        Number(clock.Batches),
        Number(clock.CallsPerBatch),
        clock.Why,
    ];

    private static string? Number(double? value) => value?.ToString("0.######", CultureInfo.InvariantCulture);
}
