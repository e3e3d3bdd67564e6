namespace TimerProbe.Fleet.Store;

/// <summary>What was measured of a guest's clock, and what changed.</summary>
internal static class GuestChanges
{
    public static HistoryMeasurement Measured(CheckDocument document)
    {
        var cost = document.Clocks.FirstOrDefault(clock => clock.Source == ClockSource.PreciseTime)?.CallNs;
        return new HistoryMeasurement(
            document.StartedAt,
            RunKinds.Check,
            document.Verdict.State,
            document.Verdict.Cause,
            cost?.Median,
            cost?.Low,
            cost?.High,
            document.Machine.Hypervisor.HostHz,
            document.Machine.Hypervisor.VirtualTscHz);
    }

    /// <summary>What a result measured that a scan joined to a machine; null when it does not say when.</summary>
    public static HistoryMeasurement? Measured(JoinedGuest guest) => guest.MeasuredAt is not { } at ? null
        : Measured(at, RunKinds.Scan, guest.State, guest.Cause, guest.PreciseTimeNs) with { VirtualTscHz = guest.VirtualTscHz };

    /// <summary>What a watch says: at a change since its first sample, else at the line; null where it does not know yet.</summary>
    public static HistoryMeasurement? Measured(WatchLine line) => line is not { State: { } state, Cause: { } cause } ? null
        : Measured(
            line is { Event: WatchEvent.Changed, Since: { } since } ? since : line.At, RunKinds.Watch, state, cause, line.PreciseTimeNs);

    private static HistoryMeasurement Measured(DateTimeOffset at, string source, ClockState state, ClockCause cause, Duration? median) =>
        new(at, source, state, cause, median, LowNs: null, HighNs: null, HostHz: null, VirtualTscHz: null);

    /// <summary>
    /// What changed between measurements of one guest: each verdict that is another one than the last, and the first one ever where
    /// it is slow: a guest that is slow from the start is reported too. An unclear verdict does not count: a busy machine is no
    /// change.
    /// </summary>
    /// <param name="before">The last one before them with a verdict; null when there is none. What is not newer changes nothing.</param>
    public static IEnumerable<FleetChange> Between(
        string name, HistoryMeasurement? before, IEnumerable<HistoryMeasurement> measurements)
    {
        foreach (var later in measurements.Where(measurement => measurement.State != ClockState.Unclear))
        {
            if (before is null || later.At > before.At)
            {
                if (before is null ? later.State == ClockState.Slow : before.State != later.State)
                {
                    yield return Changed(name, before, later);
                }

                before = later;
            }
        }
    }

    private static FleetChange Changed(string name, HistoryMeasurement? earlier, HistoryMeasurement later) => new()
    {
        Kind = ChangeKind.VerdictChanged,
        At = later.At,
        Subject = SubjectKind.Guest,
        Name = name,
        What = later.Cause.ToDocumentName(),
        Earlier = earlier?.State.ToDocumentName(),
        Later = later.State.ToDocumentName(),
    };
}
