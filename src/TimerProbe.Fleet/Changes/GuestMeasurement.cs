using System.Text.Json.Serialization;

namespace TimerProbe.Fleet.Changes;

/// <summary>What a guest measured of its clock at one time.</summary>
public sealed record GuestMeasurement
{
    public required DateTimeOffset At { get; init; }

    public required MeasurementSource Source { get; init; }

    public required ClockState State { get; init; }

    public required ClockCause Cause { get; init; }

    /// <summary>The median cost of a precise-time read; null when there is none.</summary>
    public Duration? Median { get; init; }

    public Duration? Low { get; init; }

    public Duration? High { get; init; }

    /// <summary>The present host's frequency as VMware Tools reported it, to the MHz.</summary>
    public Frequency? HostHz { get; init; }

    public Frequency? VirtualTscHz { get; init; }

    public static GuestMeasurement From(CheckDocument document)
    {
        var cost = document.Clocks.FirstOrDefault(clock => clock.Source == ClockSource.PreciseTime)?.CallNs;
        return new GuestMeasurement
        {
            At = document.StartedAt,
            Source = MeasurementSource.Check,
            State = document.Verdict.State,
            Cause = document.Verdict.Cause,
            Median = cost?.Median,
            Low = cost?.Low,
            High = cost?.High,
            HostHz = document.Machine.Hypervisor.HostHz,
            VirtualTscHz = document.Machine.Hypervisor.VirtualTscHz,
        };
    }

    /// <summary>What a result measured that a scan joined to a machine; null when it does not say when.</summary>
    public static GuestMeasurement? From(JoinedGuest guest) => guest.MeasuredAt is not { } at ? null : new GuestMeasurement
    {
        At = at,
        Source = MeasurementSource.Scan,
        State = guest.State,
        Cause = guest.Cause,
        Median = guest.PreciseTimeNs,
        VirtualTscHz = guest.VirtualTscHz,
    };

    /// <summary>What a watch says: at a change since its first sample, else at the line; null where it does not know yet.</summary>
    public static GuestMeasurement? From(WatchLine line) => line is not { State: { } state, Cause: { } cause } ? null : new GuestMeasurement
    {
        At = line is { Event: WatchEvent.Changed, Since: { } since } ? since : line.At,
        Source = MeasurementSource.Watch,
        State = state,
        Cause = cause,
        Median = line.PreciseTimeNs,
    };

    /// <summary>
    /// What changed between measurements of one guest: each verdict that is another one than the last, and the first one ever where
    /// it is slow: a guest that is slow from the start is reported too. An unclear verdict does not count: a busy machine is no
    /// change.
    /// </summary>
    /// <param name="before">The last one before them with a verdict; null when there is none. What is not newer changes nothing.</param>
    internal static IEnumerable<FleetChange> Changes(string name, GuestMeasurement? before, IEnumerable<GuestMeasurement> measurements)
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

    private static FleetChange Changed(string name, GuestMeasurement? earlier, GuestMeasurement later) => new()
    {
        Kind = ChangeKind.VerdictChanged,
        At = later.At,
        Subject = ChangeSubject.Guest,
        Name = name,
        What = later.Cause.ToDocumentName(),
        Earlier = earlier?.State.ToDocumentName(),
        Later = later.State.ToDocumentName(),
    };
}

/// <summary>What measured.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<MeasurementSource>))]
public enum MeasurementSource
{
    Check,

    Watch,

    Scan,
}
