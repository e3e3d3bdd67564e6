using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;

namespace TimerProbe.Reporting.History;

/// <summary>What was so, and how long, of each kind of subject.</summary>
internal static class TimelineSpans
{
    private static readonly HashSet<string> Unsettling = new(StringComparer.Ordinal)
    {
        "moved", "poweredOn", "poweredOff", "suspended", "resumed", "powerCycled", "reverted", "sessionChanged", "settingChanged", "hostFrequencyChanged", "machineGone",
    };

    /// <summary>Where a machine was.</summary>
    public static IReadOnlyList<TimelineSpan> OfMachine(HistoryDocument document)
    {
        var turns = new StateChangeTimes(document);
        return Within(document, document.MachineStates.Select(state => (turns.Since(state), turns.Until(state) ?? Timeline.LastLook(document), state.Placement.ToDocumentName(), 0)));
    }

    /// <summary>How a host was.</summary>
    public static IReadOnlyList<TimelineSpan> OfHost(HistoryDocument document) =>
        Within(document, document.HostStates.Select(state => (state.Since, state.Until ?? Timeline.LastLook(document), StateOf(state), 0)));

    /// <summary>How many machines of a fleet were away: as each scan saw it, until the next.</summary>
    public static IReadOnlyList<TimelineSpan> OfFleet(HistoryDocument document) => Within(
        document,
        document.Scans.Select((scan, number) => (scan.At, number + 1 < document.Scans.Count ? document.Scans[number + 1].At : Timeline.LastLook(document), scan.Away > 0 ? "away" : "home", scan.Away)));

    /// <summary>How many machines of a cluster were away.</summary>
    public static IReadOnlyList<TimelineSpan> OfCluster(HistoryDocument document)
    {
        if (document.MachineStates.Count == 0)
        {
            return [];
        }

        var (last, turns) = (Timeline.LastLook(document), new StateChangeTimes(document));
        var steps = new SortedDictionary<DateTimeOffset, int> { [last] = 0 };
        foreach (var away in document.MachineStates.Where(state => state.Placement == Placement.Away))
        {
            Step(turns.Since(away), 1);
            Step(turns.Until(away) ?? last, -1);
        }

        var stretches = new List<(DateTimeOffset, DateTimeOffset, string, int)>();
        var (since, count) = (document.MachineStates.Min(turns.Since), 0);
        foreach (var (at, step) in steps)
        {
            if (at > since)
            {
                stretches.Add((since, at, count > 0 ? "away" : "home", count));
            }

            (since, count) = (at, count + step);
        }

        return Within(document, stretches);

        void Step(DateTimeOffset at, int step) => steps[at] = steps.GetValueOrDefault(at) + step;
    }

    /// <summary>The state of a guest's clock, from one measurement to the next or to what can change it.</summary>
    public static IReadOnlyList<TimelineSpan> OfClock(HistoryDocument document)
    {
        var unsettled = document.Changes.Where(change => Unsettling.Contains(change.Kind)).Select(change => change.At).ToList();
        var place = 0;
        return Within(document, document.Measurements.Index().Select(each =>
        {
            while (place < unsettled.Count && unsettled[place] <= each.Item.At)
            {
                place++;
            }

            var next = each.Index + 1 < document.Measurements.Count ? document.Measurements[each.Index + 1].At : document.To;
            return (each.Item.At, place < unsettled.Count && unsettled[place] < next ? unsettled[place] : next, each.Item.State.ToDocumentName(), 0);
        }));
    }

    private static string StateOf(HistoryHostState state) =>
        state.ConnectionState is not null and not "connected" ? "notConnected"
        : state.InMaintenanceMode == true ? "maintenance"
        : "connected";

    private static IReadOnlyList<TimelineSpan> Within(HistoryDocument window, IEnumerable<(DateTimeOffset From, DateTimeOffset To, string Kind, int Count)> stretches) =>
        [.. stretches.Select(each => TimelineSpan.Within(window, each.From, each.To, each.Kind, each.Count)).OfType<TimelineSpan>()];
}
