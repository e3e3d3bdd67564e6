using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using static TimerProbe.Reporting.Csv.CsvCell;

namespace TimerProbe.Reporting.Csv;

/// <summary>A history as RFC 4180 CSV, by time: a row a state, a change and a measurement; unused cells are empty.</summary>
public static class HistoryCsv
{
    private static readonly string[] Header =
    [
        "row", "at", "until", "isExact", "kind", "subject", "server", "cluster", "name", "id",
        "powerState", "placement", "host", "hostHz", "homeHost", "homeHz", "homeSource", "homeSince", "bootTime", "settings",
        "hz", "cpuModel", "version", "powerPolicy", "connectionState", "inMaintenanceMode",
        "what", "earlier", "later", "source", "state", "cause", "medianNs", "lowNs", "highNs", "virtualTscHz", "home", "away", "unknown",
        "off",
    ];

    /// <summary>Writes the whole table with its header.</summary>
    public static void Write(HistoryDocument document, TextWriter output) => CsvTable.Write(
        output,
        [.. Header.Select(column => (column, (Func<Dictionary<string, string?>, string?>)(cells => cells.GetValueOrDefault(column))))],
        document.Changes.Select(change => new HistoryCsvRow(change.At, () => Change(change)))
            .Concat(document.MachineStates.Select(state => new HistoryCsvRow(state.Since, () => State(state, document.Subject))))
            .Concat(document.HostStates.Select(state => new HistoryCsvRow(state.Since, () => State(state, document.Subject))))
            .Concat(document.Measurements.Select(measured => new HistoryCsvRow(measured.At, () => Measurement(measured, document.Subject))))
            .Concat(
                document.Subject.Kind == SubjectKind.Vcenter
                    ? document.Scans.Select(scan => new HistoryCsvRow(scan.At, () => Scan(scan, document.Subject)))
                    : [])
            .OrderBy(row => row.At)
            .Select(row => row.Cells()));

    /// <summary>A row, whose cells are made when it is written.</summary>
    private readonly record struct HistoryCsvRow(DateTimeOffset At, Func<Dictionary<string, string?>> Cells);

    private static Dictionary<string, string?> Change(HistoryChange change) => new(StringComparer.Ordinal)
    {
        ["row"] = "change",
        ["at"] = Time(change.At),
        ["isExact"] = Flag(change.IsExact),
        ["kind"] = change.Kind,
        ["subject"] = change.Subject,
        ["server"] = change.Server,
        ["cluster"] = change.Cluster,
        ["name"] = change.Name,
        ["id"] = change.Id,
        ["what"] = change.What,
        ["earlier"] = change.Earlier,
        ["later"] = change.Later,
    };

    private static Dictionary<string, string?> Scan(HistoryScan scan, HistorySubject subject) => new(StringComparer.Ordinal)
    {
        ["row"] = "scan",
        ["at"] = Time(scan.At),
        ["subject"] = "vcenter",
        ["server"] = subject.Server,
        ["id"] = scan.DocumentId.ToString(),
        ["home"] = Number(scan.Home),
        ["away"] = Number(scan.Away),
        ["unknown"] = Number(scan.Unknown),
        ["off"] = Number(scan.Off),
    };

    private static Dictionary<string, string?> State(HistoryMachineState state, HistorySubject subject) => new(StringComparer.Ordinal)
    {
        ["row"] = "state",
        ["at"] = Time(state.Since),
        ["until"] = Time(state.Until),
        ["subject"] = "virtualMachine",
        ["server"] = subject.Server,
        ["cluster"] = state.Cluster,
        ["name"] = state.Name,
        ["id"] = state.Id,
        ["powerState"] = state.PowerState,
        ["placement"] = Member(state.Placement),
        ["host"] = state.Host,
        ["hostHz"] = Number(state.HostHz?.Hertz),
        ["homeHost"] = state.HomeHost,
        ["homeHz"] = Number(state.HomeHz?.Hertz),
        ["homeSource"] = Member(state.HomeSource),
        ["homeSince"] = Time(state.HomeSince),
        ["bootTime"] = Time(state.BootTime),
        ["settings"] = Pairs(state.Settings),
        ["state"] = Member(state.State),
        ["cause"] = Member(state.Cause),
    };

    private static Dictionary<string, string?> State(HistoryHostState state, HistorySubject subject) => new(StringComparer.Ordinal)
    {
        ["row"] = "state",
        ["at"] = Time(state.Since),
        ["until"] = Time(state.Until),
        ["subject"] = "host",
        ["server"] = subject.Server,
        ["cluster"] = state.Cluster,
        ["name"] = state.Name,
        ["id"] = state.Id,
        ["bootTime"] = Time(state.BootTime),
        ["hz"] = Number(state.Hz?.Hertz),
        ["cpuModel"] = state.CpuModel,
        ["version"] = state.Version,
        ["powerPolicy"] = state.PowerPolicy,
        ["connectionState"] = state.ConnectionState,
        ["inMaintenanceMode"] = Flag(state.InMaintenanceMode),
    };

    private static Dictionary<string, string?> Measurement(
        HistoryMeasurement measured, HistorySubject subject) => new(StringComparer.Ordinal)
        {
            ["row"] = "measurement",
            ["at"] = Time(measured.At),
            ["subject"] = "guest",
            ["server"] = subject.Server,
            ["name"] = subject.Name,
            ["id"] = subject.Id,
            ["source"] = measured.Source,
            ["state"] = Member(measured.State),
            ["cause"] = Member(measured.Cause),
            ["medianNs"] = Number(measured.MedianNs?.Nanoseconds),
            ["lowNs"] = Number(measured.LowNs?.Nanoseconds),
            ["highNs"] = Number(measured.HighNs?.Nanoseconds),
            ["hostHz"] = Number(measured.HostHz?.Hertz),
            ["virtualTscHz"] = Number(measured.VirtualTscHz?.Hertz),
        };
}
