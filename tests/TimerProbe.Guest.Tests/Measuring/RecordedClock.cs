namespace TimerProbe.Guest.Tests.Measuring;

/// <summary>A clock whose batches cost what a recording says: the cost of a call, batch by batch, the last one for ever.</summary>
internal sealed class RecordedClock(FakeTime time, params IReadOnlyList<double> nanosecondsPerCall) : IClockReader
{
    /// <summary>What the reading of the timestamp costs that every batch contains.</summary>
    public Duration Timestamp { get; init; }

    public bool HasValues => false;

    public Duration? Unit => null;

    public List<int> Batches { get; } = [];

    public Duration Run(int calls)
    {
        var took = new Duration((calls * nanosecondsPerCall[Math.Min(Batches.Count, nanosecondsPerCall.Count - 1)]) + Timestamp.Nanoseconds);
        Batches.Add(calls);
        time.Advance(took);
        return took;
    }

    public long Read() => throw new NotSupportedException();

    public Clock As(ClockSource source) => Clock.Create(source, "recorded", this);
}
