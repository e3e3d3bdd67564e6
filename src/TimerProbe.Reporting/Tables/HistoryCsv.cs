using System.Text.Json;

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

    public static void Write(HistoryDocument document, TextWriter output) => Csv.Write(
        output,
        [.. Header.Select((name, place) => (name, (Func<object?[], object?>)(cells => cells[place])))],
        GetRows(document).OrderBy(row => row.At).Select(GetCells));

    /// <summary>The records, each with what it does not say itself.</summary>
    private static IEnumerable<(DateTimeOffset At, object Record, Dictionary<string, object?> Beside)> GetRows(HistoryDocument document)
    {
        var (server, name, id) = (document.Subject.Server, document.Subject.Name, document.Subject.Id);
        return
        [
            .. document.Changes.Select(change => (change.At, (object)change, Beside("change"))),
            .. document.MachineStates.Select(state => (state.Since, (object)state, Beside("state", ("subject", "virtualMachine"), ("server", server)))),
            .. document.HostStates.Select(state => (state.Since, (object)state, Beside("state", ("subject", "host"), ("server", server)))),
            .. document.Measurements.Select(measured => (
                measured.At, (object)measured, Beside("measurement", ("subject", "guest"), ("server", server), ("name", name), ("id", id)))),
            .. document.Scans.Where(_ => document.Subject.Kind == SubjectKind.Vcenter).Select(scan => (
                scan.At, (object)scan, Beside("scan", ("subject", "vcenter"), ("server", server), ("id", scan.DocumentId.ToString())))),
        ];

        static Dictionary<string, object?> Beside(string row, params (string Name, string? Value)[] cells) =>
            new(cells.Select(cell => KeyValuePair.Create(cell.Name, (object?)cell.Value))) { ["row"] = row };
    }

    private static object?[] GetCells((DateTimeOffset At, object Record, Dictionary<string, object?> Beside) row)
    {
        row.Beside["at"] = row.At;
        var members = JsonSerializer.SerializeToElement(row.Record, DocumentJson.GetTypeInfo(row.Record.GetType()));
        return Array.ConvertAll(
            Header,
            name => row.Beside.TryGetValue(name, out var beside) ? beside
                : members.TryGetProperty(name, out var member) ? GetValue(member)
                : null);
    }

    private static object? GetValue(JsonElement member) => member.ValueKind switch
    {
        JsonValueKind.String => member.GetString(),
        JsonValueKind.Number => member.GetDouble(),
        JsonValueKind.True or JsonValueKind.False => member.GetBoolean(),
        JsonValueKind.Object => Csv.Pairs(member.EnumerateObject().ToDictionary(pair => pair.Name, pair => pair.Value.GetString()!)),
        _ => null,
    };
}
