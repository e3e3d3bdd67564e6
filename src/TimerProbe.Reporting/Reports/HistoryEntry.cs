namespace TimerProbe.Reporting.Reports;

/// <summary>One line of a history, for people.</summary>
/// <param name="At">When.</param>
/// <param name="When">What that time is: <c>from</c>, <c>at</c> or <c>by</c>.</param>
/// <param name="What">What it was.</param>
/// <param name="Detail">The rest.</param>
/// <param name="Kind">What it is marked as: <c>away</c>, <c>slow</c>, or empty.</param>
public sealed record HistoryEntry(DateTimeOffset At, string When, string What, string Detail, string Kind = "")
{
    private const string MeasuredAs = "measured ";

    /// <summary>
    /// States, changes and measurements in the order of time. Measurements with one verdict and nothing in between are one row; of a
    /// cluster, what began before the window is shown only of machines that were away.
    /// </summary>
    public static IReadOnlyList<HistoryEntry> From(HistoryDocument document)
    {
        return Merged(document.Changes.Select(change => Row(change, document.Subject))
            .Concat(document.MachineStates.Zip(Timeline.GetDatedStates(document))
                .Where(state => IsListed(state.First, document))
                .Select(state => Row(state.Second, document.Subject)))
            .Concat(document.HostStates.Select(Row))
            .Concat(document.Measurements.Select(Row))
            .OrderBy(row => row.At));
    }

    private static bool IsListed(HistoryMachineState state, HistoryDocument document) =>
        document.Subject.Kind != SubjectKind.Cluster || state.Since >= document.From || state.Placement == Placement.Away;

    private static List<HistoryEntry> Merged(IEnumerable<HistoryEntry> rows)
    {
        var (merged, run) = (new List<HistoryEntry>(), new List<HistoryEntry>());
        foreach (var row in rows)
        {
            if (run is [var first, ..] && first.What != row.What)
            {
                Close();
            }

            if (row.What.StartsWith(MeasuredAs, StringComparison.Ordinal))
            {
                run.Add(row);
            }
            else
            {
                merged.Add(row);
            }
        }

        Close();
        return merged;

        void Close()
        {
            if (run.Count > 0)
            {
                var more = run.Count == 1 ? "" : $"; and {Counted.Of(run.Count - 1, Noun.Time)} more until {Times.Minute(run[^1].At)}";
                merged.Add(run[0] with { Detail = run[0].Detail + more });
                run.Clear();
            }
        }
    }

    private static HistoryEntry Row(HistoryMeasurement measured)
    {
        var cost = measured.MedianNs is { } median ? $"{median} a call, " : "";
        var cause = measured.Cause == ClockCause.None ? "" : $"{measured.Cause.ToDocumentName()}, ";
        var source = measured.Source == "scan" ? "joined to a scan" : $"by {measured.Source}";
        return new HistoryEntry(
            measured.At,
            "at",
            $"{MeasuredAs}{measured.State.ToDocumentName()}",
            cost + cause + source,
            measured.State == ClockState.Slow ? "slow" : "");
    }

    private static HistoryEntry Row(HistoryMachineState state, HistorySubject subject)
    {
        var detail = state.Placement switch
        {
            Placement.Off => state.PowerState == "suspended" ? "suspended" : "powered off",
            Placement.Unknown => $"on {HostText(state.Host, state.HostHz)}, home unknown",
            _ => $"on {HostText(state.Host, state.HostHz)}, powered on at {HostText(state.HomeHost, state.HomeHz)}",
        };
        var name = subject.Kind == SubjectKind.Cluster ? $"{state.Name} " : "";
        return new HistoryEntry(
            state.Since, "from", state.Placement.ToDocumentName(), name + detail, state.Placement == Placement.Away ? "away" : "");
    }

    private static HistoryEntry Row(HistoryHostState state)
    {
        string?[] parts =
        [
            state.Hz?.ToString(),
            state.Version is { } version ? ScalingText.Hypervisor(version) : null,
            state.PowerPolicy is { } policy ? $"power policy {policy}" : null,
            state.Cluster is { } cluster ? $"in {cluster}" : null,
        ];
        var what = state.ConnectionState is not null and not "connected"
            ? state.ConnectionState
            : state.InMaintenanceMode == true ? "maintenance" : "connected";
        return new HistoryEntry(state.Since, "from", what, string.Join(", ", parts.OfType<string>()));
    }

    private static string HostText(string? name, Frequency? hz) => (name, hz) switch
    {
        (null, null) => "a host that is not known",
        (null, { } frequency) => $"a host of {frequency}",
        ({ } known, null) => known,
        ({ } known, { } frequency) => $"{known} ({frequency})",
    };

    private static HistoryEntry Row(HistoryChange change, HistorySubject subject)
    {
        var name = subject.Kind is SubjectKind.VirtualMachine or SubjectKind.Guest || (change.Subject == "host" && change.Id == subject.Id)
            ? null
            : change.Name;
        string?[] parts = [name, GetDetail(change)];
        return new HistoryEntry(
            change.At, change.IsExact ? "at" : "by", GetTitle(change), string.Join(": ", parts.Where(part => part is { Length: > 0 })));
    }

    private static string GetTitle(HistoryChange change) => change.KnownKind switch
    {
        ChangeKind.CameHome => "came home",
        ChangeKind.WentAway => "went away",
        ChangeKind.FoundAway => "is away",
        ChangeKind.SettingChanged => "setting",
        ChangeKind.HostFrequencyChanged => "host frequency",
        ChangeKind.HostAdded => "host new",
        ChangeKind.HostGone => "host gone",
        ChangeKind.VerdictChanged => "verdict",
        ChangeKind.MachineAdded => "machine new",
        ChangeKind.MachineGone => "machine gone",
        ChangeKind.PoweredOn => "powered on",
        ChangeKind.PoweredOff => "powered off",
        ChangeKind.PowerCycled => "power-cycled",
        ChangeKind.SessionChanged => "session",
        ChangeKind.WatchSilent => "watch silent",
        ChangeKind.WatchResumed => "watch heard",
        _ => change.Kind,
    };

    private static string GetDetail(HistoryChange change) => change.KnownKind switch
    {
        ChangeKind.SettingChanged => $"{change.What} {Values(change.Earlier ?? "not set", change.Later ?? "not set")}",
        ChangeKind.HostFrequencyChanged => Values(FrequencyText(change.Earlier), FrequencyText(change.Later)),
        ChangeKind.VerdictChanged => Values(change.Earlier, change.Later) + (change.What is { } cause and not "none" ? $" ({cause})" : ""),
        ChangeKind.SessionChanged => "moved, resumed or reverted",
        ChangeKind.FoundAway => "its home was unknown before",
        ChangeKind.PoweredOn or ChangeKind.PoweredOff or ChangeKind.Suspended or ChangeKind.Resumed or ChangeKind.PowerCycled
            or ChangeKind.WatchSilent or ChangeKind.WatchResumed => "",
        _ => Values(change.Earlier, change.Later),
    };

    private static string Values(string? earlier, string? later) => (earlier, later) switch
    {
        (null, null) => "",
        (null, { } now) => $"now {now}",
        ({ } then, null) => $"was {then}",
        _ => $"from {earlier} to {later}",
    };

    private static string? FrequencyText(string? text) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var hertz) && Frequency.OfClock(hertz) is { } reported
            ? reported.ToString()
            : text;
}
