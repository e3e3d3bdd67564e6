namespace TimerProbe.Guest.Tests.Measuring;

/// <summary>Time that passes only when a recording says so.</summary>
internal sealed class FakeTime : TimeProvider
{
    private long _nanoseconds;

    public override long TimestampFrequency => 1_000_000_000;

    public override long GetTimestamp() => _nanoseconds;

    public void Advance(Duration duration) => _nanoseconds += (long)duration.Nanoseconds;
}
