namespace TimerProbe.Reporting.Reports;

/// <summary>A history as rows over time, to be drawn.</summary>
public sealed record Timeline(
    DateTimeOffset From,
    DateTimeOffset To,
    IReadOnlyList<TimelineSpan> Places,
    IReadOnlyList<TimelineSpan> Clock,
    IReadOnlyList<(DateTimeOffset At, MarkKind Kind)> Marks)
{
    private static readonly HashSet<ChangeKind?> InvalidatesMeasurement =
    [
        ChangeKind.Moved, ChangeKind.PoweredOn, ChangeKind.PoweredOff, ChangeKind.Suspended, ChangeKind.Resumed, ChangeKind.PowerCycled,
        ChangeKind.Reverted, ChangeKind.SessionChanged, ChangeKind.SettingChanged, ChangeKind.HostFrequencyChanged, ChangeKind.MachineGone,
    ];

    public static Timeline Create(HistoryDocument document)
    {
        var places = document.Subject.Kind switch
        {
            SubjectKind.Cluster => OfCluster(document),
            SubjectKind.Vcenter => OfFleet(document),
            SubjectKind.Host => OfHost(document),
            _ => OfMachine(document),
        };
        return new Timeline(document.From, document.To, places, OfClock(document), [.. GetMarks(document.Changes)]);
    }

    public static string GetName(string stretch) => stretch switch
    {
        "home" => "at home",
        "unknown" => "home unknown",
        "off" => "off or suspended",
        "notConnected" => "not connected",
        "check" => "clock worth a look",
        "suspicious" => "clock suspicious",
        "healthy" => "clock fast",
        "slow" => "clock slow",
        "unclear" => "clock unclear",
        _ => stretch,
    };

    public static string GetName(MarkKind mark) => mark switch
    {
        MarkKind.Move => "move",
        MarkKind.Power => "power or snapshot",
        MarkKind.Setting => "setting or host frequency",
        MarkKind.Session => "new session of the guest",
        _ => "came or went",
    };

    /// <summary>Dated by vCenter's last change between the scan before and the one that noticed, else by the one that noticed.</summary>
    internal static IEnumerable<HistoryMachineState> GetDatedStates(HistoryDocument document)
    {
        var exact = document.Changes.Where(change => change is { IsExact: true, Subject: "virtualMachine", Id: not null })
            .ToLookup(change => change.Id!, change => change.At);
        List<DateTimeOffset> scans = [.. document.Scans.Select(scan => scan.At).Order()];
        var turns = document.MachineStates.GroupBy(state => state.Id)
            .SelectMany(machine => machine.OrderBy(state => state.Since).Skip(1))
            .Select(state => (state.Id, state.Since))
            .ToHashSet();
        return document.MachineStates.Select(state => state with
        {
            Since = GetEventTime(state.Id, state.Since),
            Until = state.Until is { } until ? GetEventTime(state.Id, until) : null,
        });

        DateTimeOffset GetEventTime(string id, DateTimeOffset noticed)
        {
            var before = scans.LastOrDefault(at => at < noticed);
            return turns.Contains((id, noticed))
                ? exact[id].Where(at => at > before && at <= noticed).DefaultIfEmpty(noticed).Max()
                : noticed;
        }
    }

    private static IReadOnlyList<TimelineSpan> OfMachine(HistoryDocument document) => Within(
        document,
        GetDatedStates(document).Select(state =>
            (state.Since, state.Until ?? LastScanTime(document), state.Placement.ToDocumentName(), 0)));

    private static IReadOnlyList<TimelineSpan> OfHost(HistoryDocument document) =>
        Within(document, document.HostStates.Select(state => (state.Since, state.Until ?? LastScanTime(document), GetState(state), 0)));

    private static IReadOnlyList<TimelineSpan> OfFleet(HistoryDocument document) => Within(
        document,
        document.Scans.Select((scan, number) =>
        {
            var until = number + 1 < document.Scans.Count ? document.Scans[number + 1].At : LastScanTime(document);
            return (scan.At, until, scan.Away > 0 ? "away" : "home", scan.Away);
        }));

    private static IReadOnlyList<TimelineSpan> OfCluster(HistoryDocument document)
    {
        var (last, states) = (LastScanTime(document), GetDatedStates(document).ToList());
        if (states.Count == 0)
        {
            return [];
        }

        var steps = new SortedDictionary<DateTimeOffset, int> { [last] = 0 };
        foreach (var away in states.Where(state => state.Placement == Placement.Away))
        {
            Step(away.Since, 1);
            Step(away.Until ?? last, -1);
        }

        var stretches = new List<(DateTimeOffset, DateTimeOffset, string, int)>();
        var (since, count) = (states.Min(state => state.Since), 0);
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

    private static IReadOnlyList<TimelineSpan> OfClock(HistoryDocument document)
    {
        var unsettled = document.Changes.Where(change => InvalidatesMeasurement.Contains(change.KnownKind))
            .Select(change => change.At).ToList();
        var place = 0;
        return Within(document, document.Measurements.Index().Select(item =>
        {
            while (place < unsettled.Count && unsettled[place] <= item.Item.At)
            {
                place++;
            }

            var next = item.Index + 1 < document.Measurements.Count ? document.Measurements[item.Index + 1].At : document.To;
            var until = place < unsettled.Count && unsettled[place] < next ? unsettled[place] : next;
            return (item.Item.At, until, item.Item.State.ToDocumentName(), 0);
        }));
    }

    /// <summary>The changes that the rows of states and verdicts do not show already.</summary>
    private static IEnumerable<(DateTimeOffset At, MarkKind Kind)> GetMarks(IEnumerable<HistoryChange> changes) =>
        from change in changes
        let kind = change.KnownKind switch
        {
            ChangeKind.Moved => MarkKind.Move,
            ChangeKind.PoweredOn or ChangeKind.PoweredOff or ChangeKind.Suspended or ChangeKind.Resumed or ChangeKind.PowerCycled
                or ChangeKind.Reverted => MarkKind.Power,
            ChangeKind.SettingChanged or ChangeKind.HostFrequencyChanged => MarkKind.Setting,
            ChangeKind.SessionChanged => MarkKind.Session,
            ChangeKind.HostAdded or ChangeKind.HostGone or ChangeKind.MachineAdded or ChangeKind.MachineGone => MarkKind.Inventory,
            _ => (MarkKind?)null,
        }
        where kind is not null
        select (change.At, kind.Value);

    private static string GetState(HistoryHostState state) =>
        state.ConnectionState is not null and not "connected" ? "notConnected"
        : state.InMaintenanceMode == true ? "maintenance"
        : "connected";

    private static IReadOnlyList<TimelineSpan> Within(
        HistoryDocument window, IEnumerable<(DateTimeOffset From, DateTimeOffset To, string Kind, int Count)> stretches) =>
        [.. stretches.Select(stretch => TimelineSpan.Within(window, stretch.From, stretch.To, stretch.Kind, stretch.Count))
            .OfType<TimelineSpan>()];

    private static DateTimeOffset LastScanTime(HistoryDocument document)
    {
        var last = document.Subject.ScannedAt ?? (document.Scans.Count > 0 ? document.Scans[^1].At : document.To);
        return last < document.To ? last : document.To;
    }
}

/// <summary>A time in which something was so.</summary>
/// <param name="Count">Of how many machines, in a cluster; else 0.</param>
public sealed record TimelineSpan(DateTimeOffset From, DateTimeOffset To, string Kind, int Count = 0)
{
    /// <summary>The stretch as far as it lies in a window; null where it does not.</summary>
    internal static TimelineSpan? Within(HistoryDocument window, DateTimeOffset from, DateTimeOffset to, string kind, int count = 0)
    {
        from = from < window.From ? window.From : from;
        to = to > window.To ? window.To : to;
        return to < from || from >= window.To ? null : new TimelineSpan(from, to, kind, count);
    }
}

public enum MarkKind
{
    Move,

    Power,

    Setting,

    Session,

    Inventory,
}
