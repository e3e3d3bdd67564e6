namespace TimerProbe.Core.Placement;

/// <summary>
/// Learns when a server kept no statistics, as one that was down did: no machine has a
/// sample of that time, although there are some of before.
/// </summary>
public sealed class StatisticsOutages
{
    private readonly Dictionary<TimeSpan, SortedSet<DateTimeOffset>> _saved = [];

    /// <summary>Learns from a machine's samples.</summary>
    public void Learn(IEnumerable<CpuSample> samples)
    {
        ArgumentNullException.ThrowIfNull(samples);
        foreach (var sample in samples)
        {
            if (!_saved.TryGetValue(sample.Period, out var times))
            {
                _saved[sample.Period] = times = [];
            }

            times.Add(sample.From);
        }
    }

    /// <summary>Whether there are periods of a length before a time, and none that begins in it.</summary>
    internal bool Covers(TimeSpan period, DateTimeOffset from, DateTimeOffset to) =>
        _saved.TryGetValue(period, out var times)
            && times.Min < from - period
            && times.GetViewBetween(from, to - TimeSpan.FromTicks(1)).Count == 0;
}
