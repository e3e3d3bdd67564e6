namespace TimerProbe.VSphere.Queries;

/// <summary>Which counters to read, by their numbers on this server, and how many of the newest samples, or all of a window.</summary>
internal sealed record PerformanceQuery(IReadOnlyList<int> CounterIds, int MaxSample)
{
    /// <summary>The seconds a real-time sample spans.</summary>
    public const int RealTime = 20;

    /// <summary>The seconds one sample spans; 20 is real time.</summary>
    public int IntervalId { get; init; } = RealTime;

    /// <summary>
    /// The span of the server's time of which samples are read, with their times: one of its very end is in it, one of its very start is
    /// not. Null for the newest samples, without times.
    /// </summary>
    public (DateTimeOffset Start, DateTimeOffset End)? Window { get; init; }
}

/// <summary>Statistics a server keeps, in periods of so many seconds: the <see cref="PerformanceQuery.IntervalId"/>.</summary>
internal sealed record StatisticsPeriod(int Seconds, TimeSpan Kept)
{
    public const int MaxPeriods = 8;

    private const long MaxKept = 50L * 365 * 86_400;

    /// <summary>What vCenter keeps by default: a day, a week, a month, a year.</summary>
    public static IReadOnlyList<StatisticsPeriod> Defaults { get; } =
    [
        new(300, TimeSpan.FromDays(1)),
        new(1_800, TimeSpan.FromDays(7)),
        new(7_200, TimeSpan.FromDays(30)),
        new(86_400, TimeSpan.FromDays(365)),
    ];

    /// <summary>One of <c>historicalInterval</c>; null when it is switched off, or cannot be.</summary>
    internal static StatisticsPeriod? Parse(VimValue interval) =>
        interval["samplingPeriod"]?.AsInt64() is { } seconds and >= 60 and <= 86_400
        && interval["length"]?.AsInt64() is { } saved && saved >= seconds && saved <= MaxKept
        && interval["enabled"]?.AsBoolean() is not false && interval["level"]?.AsInt64() is not <= 0
            ? new StatisticsPeriod((int)seconds, TimeSpan.FromSeconds(saved))
            : null;
}
