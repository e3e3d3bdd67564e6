using TimerProbe.Core.Documents;
using TimerProbe.Core.Json;

namespace TimerProbe.Reporting.History;

/// <summary>Where a machine was, and how a host was.</summary>
internal static class PlaceStretches
{
    public static IReadOnlyList<Stretch> OfMachine(HistoryDocument document) =>
        [.. document.MachineStates.Select(state => Of(document, state.Since, state.Until, state.Placement.ToDocumentName())).OfType<Stretch>()];

    public static IReadOnlyList<Stretch> OfHost(HistoryDocument document) =>
        [.. document.HostStates.Select(state => Of(document, state.Since, state.Until, KindOf(state))).OfType<Stretch>()];

    private static string KindOf(HistoryHostState state) =>
        state.ConnectionState is not null and not "connected" ? "notConnected"
        : state.InMaintenanceMode == true ? "maintenance"
        : "connected";

    private static Stretch? Of(HistoryDocument document, DateTimeOffset since, DateTimeOffset? until, string kind) =>
        Stretch.Within(document, since, until ?? Timeline.LastLook(document), kind);
}
