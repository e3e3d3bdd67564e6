namespace TimerProbe.VSphere;

/// <summary>The clocks of the server and of this machine, read together.</summary>
/// <param name="Server">The server's time.</param>
/// <param name="Local">This machine's time in the middle of the request.</param>
/// <param name="RoundTrip">How long the request took: the skew is known to half of it.</param>
public readonly record struct ServerClock(DateTimeOffset Server, DateTimeOffset Local, TimeSpan RoundTrip)
{
    /// <summary>How far the server's clock is ahead of this machine's.</summary>
    public TimeSpan Skew => Server - Local;
}
