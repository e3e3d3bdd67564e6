using TimerProbe.Core.Documents;

namespace TimerProbe.Reporting.Csv;

/// <summary>A history as RFC 4180 CSV: a row a state, a change and a measurement, by time; cells that a row has no use for are empty.</summary>
public static class HistoryCsv
{
    private static readonly string[] Header =
    [
        "row", "at", "until", "isExact", "kind", "subject", "server", "cluster", "name", "id",
        "powerState", "placement", "host", "hostHz", "homeHost", "homeHz", "homeSource", "homeSince", "bootTime", "settings",
        "hz", "cpuModel", "version", "powerPolicy", "connectionState", "inMaintenanceMode",
        "what", "earlier", "later", "source", "state", "cause", "medianNs", "lowNs", "highNs", "virtualTscHz",
    ];

    /// <summary>The whole table with its header.</summary>
    public static string Write(HistoryDocument document) => CsvTable.Write(
        Header,
        document.Changes.Select(change => (change.At, Cells: Change(change)))
            .Concat(document.MachineStates.Select(state => (At: state.Since, Cells: State(state, document.Subject))))
            .Concat(document.HostStates.Select(state => (At: state.Since, Cells: State(state, document.Subject))))
            .Concat(document.Measurements.Select(measured => (measured.At, Cells: Measurement(measured, document.Subject))))
            .OrderBy(row => row.At)
            .Select(row => Header.Select(column => row.Cells.GetValueOrDefault(column))));

    private static Dictionary<string, string?> Change(HistoryChange change) => new(StringComparer.Ordinal)
    {
        ["row"] = "change",
        ["at"] = CsvCell.Time(change.At),
        ["isExact"] = CsvCell.Flag(change.IsExact),
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

    private static Dictionary<string, string?> State(HistoryMachineState state, HistorySubject subject) => new(StringComparer.Ordinal)
    {
        ["row"] = "state",
        ["at"] = CsvCell.Time(state.Since),
        ["until"] = CsvCell.Time(state.Until),
        ["subject"] = "virtualMachine",
        ["server"] = subject.Server,
        ["cluster"] = state.Cluster,
        ["name"] = state.Name,
        ["id"] = state.Id,
        ["powerState"] = state.PowerState,
        ["placement"] = CsvCell.Member(state.Placement),
        ["host"] = state.Host,
        ["hostHz"] = CsvCell.Number(state.HostHz?.Hertz),
        ["homeHost"] = state.HomeHost,
        ["homeHz"] = CsvCell.Number(state.HomeHz?.Hertz),
        ["homeSource"] = CsvCell.Member(state.HomeSource),
        ["homeSince"] = CsvCell.Time(state.HomeSince),
        ["bootTime"] = CsvCell.Time(state.BootTime),
        ["settings"] = CsvCell.Pairs(state.Settings),
        ["state"] = CsvCell.Member(state.State),
        ["cause"] = CsvCell.Member(state.Cause),
    };

    private static Dictionary<string, string?> State(HistoryHostState state, HistorySubject subject) => new(StringComparer.Ordinal)
    {
        ["row"] = "state",
        ["at"] = CsvCell.Time(state.Since),
        ["until"] = CsvCell.Time(state.Until),
        ["subject"] = "host",
        ["server"] = subject.Server,
        ["cluster"] = state.Cluster,
        ["name"] = state.Name,
        ["id"] = state.Id,
        ["bootTime"] = CsvCell.Time(state.BootTime),
        ["hz"] = CsvCell.Number(state.Hz?.Hertz),
        ["cpuModel"] = state.CpuModel,
        ["version"] = state.Version,
        ["powerPolicy"] = state.PowerPolicy,
        ["connectionState"] = state.ConnectionState,
        ["inMaintenanceMode"] = CsvCell.Flag(state.InMaintenanceMode),
    };

    private static Dictionary<string, string?> Measurement(HistoryMeasurement measured, HistorySubject subject) => new(StringComparer.Ordinal)
    {
        ["row"] = "measurement",
        ["at"] = CsvCell.Time(measured.At),
        ["subject"] = "guest",
        ["server"] = subject.Server,
        ["name"] = subject.Name,
        ["id"] = subject.Id,
        ["source"] = measured.Source,
        ["state"] = CsvCell.Member(measured.State),
        ["cause"] = CsvCell.Member(measured.Cause),
        ["medianNs"] = CsvCell.Number(measured.MedianNs?.Nanoseconds),
        ["lowNs"] = CsvCell.Number(measured.LowNs?.Nanoseconds),
        ["highNs"] = CsvCell.Number(measured.HighNs?.Nanoseconds),
        ["hostHz"] = CsvCell.Number(measured.HostHz?.Hertz),
        ["virtualTscHz"] = CsvCell.Number(measured.VirtualTscHz?.Hertz),
    };
}
