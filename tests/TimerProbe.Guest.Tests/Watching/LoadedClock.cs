namespace TimerProbe.Guest.Tests.Watching;

/// <summary>
/// A clock on a busy machine: the longer a batch, the more often something else runs within it. With 8 busy processes on 2 processors
/// batches of 17 us were hit in 0.55 % of cases, those of 1.8 ms in 44 %: 323 hits a second.
/// </summary>
internal sealed class LoadedClock(FakeTime time, Random random, double hitsASecond) : IClockReader
{
    /// <summary>What a call costs while nothing else runs.</summary>
    public double Nanoseconds { get; set; }

    public int Runs { get; private set; }

    public bool HasValues => false;

    public Duration? Unit => null;

    public Duration Run(int calls)
    {
        var undisturbed = calls * Nanoseconds * (1 + (random.NextDouble() * 0.2));
        var took = new Duration(undisturbed + (IsHit(undisturbed) ? 3e6 + (random.NextDouble() * 9e6) : 0));
        time.Advance(took);
        Runs++;
        return took;
    }

    public long Read() => throw new NotSupportedException();

    public Clock As(ClockSource source) => Clock.Create(source, "recorded", this);

    private bool IsHit(double nanoseconds) => random.NextDouble() < 1 - Math.Exp(-nanoseconds * hitsASecond / 1e9);
}
