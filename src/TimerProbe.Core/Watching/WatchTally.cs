using TimerProbe.Core.Facts;
using TimerProbe.Core.Statistics;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Watching;

/// <summary>Counts what a run saw, since its start and since its last summary.</summary>
internal sealed class WatchTally(WatchStart start)
{
    private readonly SourceHistograms _period = new();
    private readonly SourceHistograms _before = new();
    private readonly Dictionary<string, int> _events = new(StringComparer.Ordinal)
    {
        ["change"] = 0,
        ["drift"] = 0,
        ["clockStep"] = 0,
        ["suspended"] = 0,
        ["hostChanged"] = 0,
    };

    private SampleCounts _periodSamples = SampleCounts.None;
    private WatchMoment _periodStart = start.Moment;
    private TimeSpan _periodCpu = start.CpuTime;

    public SampleCounts Samples { get; private set; } = SampleCounts.None;

    /// <summary>How many lines there were of each kind that reports something new.</summary>
    public IReadOnlyDictionary<string, int> Events => _events.ToDictionary(StringComparer.Ordinal);

    /// <summary>Counts a sample. Batches of one that was not served say nothing of the clock.</summary>
    public void Add(WatchSample sample)
    {
        (Samples, _periodSamples) = (Samples.With(sample), _periodSamples.With(sample));
        if (sample.Served)
        {
            _period.Add(sample);
        }
    }

    public void Count(IEnumerable<WatchLine> lines)
    {
        foreach (var line in lines)
        {
            var kind = line switch
            {
                WatchChanged => "change",
                WatchDrifted => "drift",
                WatchClockStepped => "clockStep",
                WatchSuspended => "suspended",
                WatchHostChanged => "hostChanged",
                _ => null,
            };
            if (kind is not null)
            {
                _events[kind]++;
            }
        }
    }

    public bool IsSummaryDue(WatchSample sample) => sample.Moment.Elapsed - _periodStart.Elapsed >= start.SummaryEvery;

    public IReadOnlyList<ClockHistogram> Clocks() => _before.DescribeWith(_period);

    public WatchCost CostUntil(WatchMoment moment, TimeSpan cpuTime) =>
        WatchCost.From(cpuTime - start.CpuTime, moment.Elapsed - start.Moment.Elapsed);

    /// <summary>Describes the time since the last summary, and begins the next.</summary>
    public WatchSummary Summarize(WatchMoment moment, TimeSpan cpuTime, WatchLevel? level, WatchRates? rates)
    {
        var over = moment.Elapsed - _periodStart.Elapsed;
        var summary = new WatchSummary
        {
            Run = start.Run,
            At = moment.Wall,
            Sample = Samples.Taken,
            From = _periodStart.Wall,
            OverSeconds = Math.Round(over.TotalSeconds, 3),
            Samples = _periodSamples,
            Level = level,
            Clocks = _period.Describe(),
            Rates = rates,
            Cost = WatchCost.From(cpuTime - _periodCpu, over),
        };
        _before.Take(_period);
        (_periodSamples, _periodStart, _periodCpu) = (SampleCounts.None, moment, cpuTime);
        return summary;
    }

    public WatchEnded End(WatchEnd reason, WatchMoment moment, TimeSpan cpuTime, WatchLevel? level) => new()
    {
        Run = start.Run,
        At = moment.Wall,
        Sample = Samples.Taken,
        Reason = reason,
        Samples = Samples,
        Changes = _events["change"],
        Level = level,
        Cost = CostUntil(moment, cpuTime),
    };
}

internal sealed class SourceHistograms
{
    private readonly SortedDictionary<ClockSource, LogHistogram> _bySource = [];

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
