namespace TimerProbe.Guest.Tests.Measuring;

/// <summary>A scheduler that lets the process run for a short while again and again; all the rest is somebody else's.</summary>
/// <param name="time">The time that passes.</param>
/// <param name="length">How long a turn lasts, in ms.</param>
/// <param name="every">The time from the start of a turn to the next, in ms.</param>
internal sealed class Turns(FakeTime time, double length, double every)
{
    private double _started;

    /// <summary>Lets the others run when the turn is over.</summary>
    public void Yield()
    {
        var now = time.GetTimestamp() / 1e6;
        if (now - _started >= length)
        {
            _started += every;
            time.Advance(Duration.FromMilliseconds(_started - now));
        }
    }
}
