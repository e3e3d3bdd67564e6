using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Core.Units;

namespace TimerProbe.Reporting.History;

/// <summary>States as lines for people.</summary>
internal static class StateText
{
    public static HistoryEntry Row(HistoryMachineState state, HistorySubject subject)
    {
        var detail = state.Placement switch
        {
            Placement.Off => state.PowerState == "suspended" ? "suspended" : "powered off",
            Placement.Unknown => $"on {Host(state.Host, state.HostHz)}, home unknown",
            _ => $"on {Host(state.Host, state.HostHz)}, powered on at {Host(state.HomeHost, state.HomeHz)}",
        };
        var name = subject.Kind == SubjectKind.Cluster ? $"{state.Name} " : "";
        return new HistoryEntry(state.Since, "from", state.Placement.ToDocumentName(), name + detail, state.Placement == Placement.Away ? "away" : "");
    }

    public static HistoryEntry Row(HistoryHostState state)
    {
        string?[] parts =
        [
            state.Hz?.ToString(),
            state.Version is { } version ? $"ESXi {version}" : null,
            state.PowerPolicy is { } policy ? $"power policy {policy}" : null,
            state.Cluster is { } cluster ? $"in {cluster}" : null,
        ];
        var what = state.ConnectionState is not null and not "connected" ? state.ConnectionState : state.InMaintenanceMode == true ? "maintenance" : "connected";
        return new HistoryEntry(state.Since, "from", what, string.Join(", ", parts.OfType<string>()));
    }

    private static string Host(string? name, Frequency? hz) => (name, hz) switch
    {
        (null, null) => "a host that is not known",
        (null, { } frequency) => $"a host of {frequency}",
        ({ } known, null) => known,
        ({ } known, { } frequency) => $"{known} ({frequency})",
    };
}
