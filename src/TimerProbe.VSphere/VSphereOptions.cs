namespace TimerProbe.VSphere;

/// <summary>How a server is talked to. The defaults suit a vCenter at work.</summary>
public sealed record VSphereOptions
{
    /// <summary>The most requests that may be on their way at once.</summary>
    public const int MaxConcurrency = 8;

    /// <summary>Which server certificate is believed.</summary>
    public ServerTrust Trust { get; init; } = ServerTrust.System;

    /// <summary>How many requests may be on their way at once: 1 to <see cref="MaxConcurrency"/>.</summary>
    public int Concurrency
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1);
            ArgumentOutOfRangeException.ThrowIfGreaterThan(value, MaxConcurrency);
            field = value;
        }
    } = 2;

    /// <summary>How long making a connection may take, TLS included.</summary>
    public TimeSpan ConnectTimeout { get; init; } = TimeSpan.FromSeconds(15);

    /// <summary>How long one request may take, its answer read to the end.</summary>
    public TimeSpan RequestTimeout { get; init; } = TimeSpan.FromMinutes(2);

    /// <summary>How long taking leave may take: logout, and what a cancelled read leaves behind on the server.</summary>
    public TimeSpan LogoutTimeout { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>How often a read is tried in all when the server is busy or its answer is cut.</summary>
    public int Attempts { get; init; } = 3;

    /// <summary>The wait before the second try; it doubles each time and is spread by half to either side.</summary>
    public TimeSpan RetryDelay { get; init; } = TimeSpan.FromMilliseconds(500);

    internal SoapAnswerLimits Limits { get; init; } = new();

    /// <summary>The handler between the requests and the wire.</summary>
    internal Func<HttpMessageHandler, HttpMessageHandler> Before { get; init; } = wire => wire;

    /// <summary>The program's name in vCenter's list of sessions; one name for all versions keeps that list short.</summary>
    public string UserAgent { get; init; } = "TimerProbe";

    /// <summary>Whether a proxy from the environment is used.</summary>
    public bool UseProxy { get; init; }

    /// <summary>The clock.</summary>
    public TimeProvider TimeProvider { get; init; } = TimeProvider.System;
}

/// <summary>
/// The clocks of the server and of this machine, the latter in the middle of the request; the skew is known to half of its round trip.
/// </summary>
internal readonly record struct ServerClock(DateTimeOffset Server, DateTimeOffset Local, TimeSpan RoundTrip)
{
    /// <summary>How far the server's clock is ahead of this machine's.</summary>
    public TimeSpan Skew => Server - Local;
}
