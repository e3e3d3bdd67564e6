using TimerProbe.Core.Facts;
using TimerProbe.Core.Statistics;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Watching;

/// <summary>A histogram of each source.</summary>
internal sealed class SourceHistograms
{
    private readonly SortedDictionary<ClockSource, LogHistogram> _bySource = [];

    /// <summary>Counts the batches of a sample.</summary>
    public void Add(WatchSample sample)
    {
        foreach (var costs in sample.Costs)
        {
            var histogram = Of(costs.Source);
            foreach (var cost in costs.Nanoseconds)
            {
                histogram.Add(new Duration(cost));
            }
        }
    }

    /// <summary>Counts all that others counted, and empties them.</summary>
    public void Take(SourceHistograms others)
    {
        foreach (var (source, histogram) in others._bySource)
        {
            Of(source).Merge(histogram);
            histogram.Clear();
        }
    }

    /// <summary>What was counted, without empty histograms.</summary>
    public IReadOnlyList<ClockHistogram> Describe() =>
        [.. _bySource.Where(pair => pair.Value.Count > 0).Select(pair => ClockHistogram.From(pair.Key, pair.Value))];

    /// <summary>What was counted here and there together.</summary>
    public IReadOnlyList<ClockHistogram> DescribeWith(SourceHistograms others)
    {
        var together = new SourceHistograms();
        foreach (var (source, histogram) in _bySource.Concat(others._bySource))
        {
            together.Of(source).Merge(histogram);
        }

        return together.Describe();
    }

    private LogHistogram Of(ClockSource source)
    {
        if (!_bySource.TryGetValue(source, out var histogram))
        {
            histogram = new LogHistogram();
            _bySource.Add(source, histogram);
        }

        return histogram;
    }
}
