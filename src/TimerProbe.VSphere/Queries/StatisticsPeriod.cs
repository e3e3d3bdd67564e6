namespace TimerProbe.VSphere.Queries;

/// <summary>Statistics that a server keeps in periods of one length.</summary>
/// <param name="Seconds">The seconds of a period: the <see cref="PerformanceQuery.IntervalId"/> to ask for it.</param>
/// <param name="Kept">How long they are kept.</param>
public sealed record StatisticsPeriod(int Seconds, TimeSpan Kept)
{
    private const long LongestKept = 50L * 365 * 86_400;

    /// <summary>What vCenter keeps by default: a day, a week, a month, a year.</summary>
    public static IReadOnlyList<StatisticsPeriod> Defaults { get; } =
        [new(300, TimeSpan.FromDays(1)), new(
            1_800, TimeSpan.FromDays(7)), new(7_200, TimeSpan.FromDays(30)), new(86_400, TimeSpan.FromDays(365))];

    /// <summary>One of <c>historicalInterval</c>; null when it is switched off, or cannot be.</summary>
    internal static StatisticsPeriod? Parse(VimValue interval) =>
        interval["samplingPeriod"]?.AsInt64() is { } seconds and >= 60 and <= 86_400
        && interval["length"]?.AsInt64() is { } saved && saved >= seconds && saved <= LongestKept
        && interval["enabled"]?.AsBoolean() is not false && interval["level"]?.AsInt64() is not <= 0
            ? new StatisticsPeriod((int)seconds, TimeSpan.FromSeconds(saved))
            : null;
}
