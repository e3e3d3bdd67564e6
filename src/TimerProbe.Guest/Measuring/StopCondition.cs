namespace TimerProbe.Guest.Measuring;

/// <summary>Says when measuring has to stop: at the end of its budget or when somebody cancels it.</summary>
internal sealed class StopCondition(TimeProvider time, TimeSpan budget, CancellationToken cancel)
{
    private readonly long _started = time.GetTimestamp();

    /// <summary>A part of it that begins now and ends after this long, or with the whole if that is sooner.</summary>
    public StopCondition Part(TimeSpan longest) =>
        new(time, TimeSpan.FromTicks(Math.Min(longest.Ticks, Math.Max(0, (budget - Elapsed).Ticks))), cancel);

    /// <summary>The time since this object was made.</summary>
    public TimeSpan Elapsed => time.GetElapsedTime(_started);

    public bool IsDue => cancel.IsCancellationRequested || Elapsed >= budget;
}
