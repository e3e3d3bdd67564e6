namespace TimerProbe.Fleet.Store;

/// <summary>The newest check that a store has of a guest.</summary>
public sealed record SavedCheck(long Guest, long RunId, GuestResult Result)
{
    internal static readonly TimeSpan MaxAhead = TimeSpan.FromMinutes(10);

    internal static SavedCheck Read(Row row)
    {
        var joined = new JoinedGuest(Guid.Parse(row.Text(2)), row.Name<ClockState>(6), row.Name<ClockCause>(7), "")
        {
            MeasuredAt = row.Time(5),
            PreciseTimeNs = row.DurationOrNull(8),
            VirtualTscHz = row.FrequencyOrNull(9),
            Source = GuestSource.Store,
        };
        return new SavedCheck(row.Long(0), row.Long(1), new GuestResult(row.Text(3), row.TextOrNull(4), joined));
    }
}
