namespace TimerProbe.VSphere;

/// <summary>How a server is talked to. The defaults suit a vCenter at work.</summary>
public sealed record VSphereOptions
{
    public const int MaxConcurrency = 8;

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

    public TimeSpan ConnectTimeout { get; init; } = TimeSpan.FromSeconds(15);

    public TimeSpan RequestTimeout { get; init; } = TimeSpan.FromMinutes(2);

    public TimeSpan LogoutTimeout { get; init; } = TimeSpan.FromSeconds(5);

    public int Attempts { get; init; } = 3;

    /// <summary>The wait before the second try; it doubles each time and is spread by half to either side.</summary>
    public TimeSpan RetryDelay { get; init; } = TimeSpan.FromMilliseconds(500);

    internal SoapAnswerLimits Limits { get; init; } = new();

    public bool UseProxy { get; init; }

    public TimeProvider TimeProvider { get; init; } = TimeProvider.System;
}
