using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using static TimerProbe.Reporting.Csv.CsvCell;

namespace TimerProbe.Reporting.Csv;

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
