using static TimerProbe.Reporting.Tables.CsvCell;

namespace TimerProbe.Reporting.Tables;

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

    public static void Write(HistoryDocument document, TextWriter output) => CsvTable.Write(
        output,
        [.. Header.Select(name => (name, (Func<Dictionary<string, object?>, object?>)(cells => cells.GetValueOrDefault(name))))],
        Rows(document));

    private static IEnumerable<Dictionary<string, object?>> Rows(HistoryDocument document) =>
        document.Changes.Select(change => new HistoryCsvRow(change.At, () => Change(change)))
            .Concat(document.MachineStates.Select(state => new HistoryCsvRow(state.Since, () => State(state, document.Subject))))
            .Concat(document.HostStates.Select(state => new HistoryCsvRow(state.Since, () => State(state, document.Subject))))
            .Concat(document.Measurements.Select(measured => new HistoryCsvRow(measured.At, () => Measurement(measured, document.Subject))))
            .Concat(
                document.Subject.Kind == SubjectKind.Vcenter
                    ? document.Scans.Select(scan => new HistoryCsvRow(scan.At, () => Scan(scan, document.Subject)))
                    : [])
            .OrderBy(row => row.At)
            .Select(row => row.Cells());

    private readonly record struct HistoryCsvRow(DateTimeOffset At, Func<Dictionary<string, object?>> Cells);

    private static Dictionary<string, object?> Change(HistoryChange change) => new(StringComparer.Ordinal)
    {
        ["row"] = "change",
        ["at"] = change.At,
        ["isExact"] = change.IsExact,
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

    private static Dictionary<string, object?> Scan(HistoryScan scan, HistorySubject subject) => new(StringComparer.Ordinal)
    {
        ["row"] = "scan",
        ["at"] = scan.At,
        ["subject"] = "vcenter",
        ["server"] = subject.Server,
        ["id"] = scan.DocumentId.ToString(),
        ["home"] = scan.Home,
        ["away"] = scan.Away,
        ["unknown"] = scan.Unknown,
        ["off"] = scan.Off,
    };

    private static Dictionary<string, object?> State(HistoryMachineState state, HistorySubject subject) => new(StringComparer.Ordinal)
    {
        ["row"] = "state",
        ["at"] = state.Since,
        ["until"] = state.Until,
        ["subject"] = "virtualMachine",
        ["server"] = subject.Server,
        ["cluster"] = state.Cluster,
        ["name"] = state.Name,
        ["id"] = state.Id,
        ["powerState"] = state.PowerState,
        ["placement"] = state.Placement,
        ["host"] = state.Host,
        ["hostHz"] = state.HostHz,
        ["homeHost"] = state.HomeHost,
        ["homeHz"] = state.HomeHz,
        ["homeSource"] = state.HomeSource,
        ["homeSince"] = state.HomeSince,
        ["bootTime"] = state.BootTime,
        ["settings"] = Pairs(state.Settings),
        ["state"] = state.State,
        ["cause"] = state.Cause,
    };

    private static Dictionary<string, object?> State(HistoryHostState state, HistorySubject subject) => new(StringComparer.Ordinal)
    {
        ["row"] = "state",
        ["at"] = state.Since,
        ["until"] = state.Until,
        ["subject"] = "host",
        ["server"] = subject.Server,
        ["cluster"] = state.Cluster,
        ["name"] = state.Name,
        ["id"] = state.Id,
        ["bootTime"] = state.BootTime,
        ["hz"] = state.Hz,
        ["cpuModel"] = state.CpuModel,
        ["version"] = state.Version,
        ["powerPolicy"] = state.PowerPolicy,
        ["connectionState"] = state.ConnectionState,
        ["inMaintenanceMode"] = state.InMaintenanceMode,
    };

    private static Dictionary<string, object?> Measurement(
        HistoryMeasurement measured, HistorySubject subject) => new(StringComparer.Ordinal)
        {
            ["row"] = "measurement",
            ["at"] = measured.At,
            ["subject"] = "guest",
            ["server"] = subject.Server,
            ["name"] = subject.Name,
            ["id"] = subject.Id,
            ["source"] = measured.Source,
            ["state"] = measured.State,
            ["cause"] = measured.Cause,
            ["medianNs"] = measured.MedianNs,
            ["lowNs"] = measured.LowNs,
            ["highNs"] = measured.HighNs,
            ["hostHz"] = measured.HostHz,
            ["virtualTscHz"] = measured.VirtualTscHz,
        };
}
