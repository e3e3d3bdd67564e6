namespace TimerProbe.Core.Placement;

/// <summary>
/// Concludes from a machine's statistics the frequency of the hosts it ran on. Samples are intersected from the power-on on, as
/// long as they share a frequency; the first time that exactly one class of the vCenter's hosts is left, by two samples at
/// least, that is the home. A move before that which shows in no sample goes unseen, so all of it is inferred.
/// </summary>
public sealed class StatisticsFrequency(FrequencyRules rules, IEnumerable<HostFacts> hosts)
{
    public const int MaxClasses = 1_000;

    /// <summary>A range is a rate of its own, without a class, below this width.</summary>
    internal const double NarrowWidth = 0.002;

    private const double ClassWidth = 0.01;

    /// <summary>
    /// An idle machine's range is wider. A class that is the only one of the vCenter within it counts below the first width, and the
    /// only one of the machine's cluster, where moves mostly stay, below the second.
    /// </summary>
    private const double IdleWidth = 0.04;

    private const double IdleClusterWidth = 0.12;

    /// <summary>Only samples below this width make such a rate: wide ones of two frequencies may leave a narrow range between.</summary>
    internal const double BusyWidth = 0.005;

    /// <summary>A range without a class, whose host may be gone, takes so many samples in a row that fit no class.</summary>
    private const int EnoughWithoutClass = 3;

    /// <summary>The first sample may begin two periods after the power-on, and this late at least.</summary>
    private static readonly TimeSpan Latest = TimeSpan.FromHours(6);

    private static readonly TimeSpan LatestAfterOutage = TimeSpan.FromDays(8);

    private readonly HostFrequencies _hosts = new(rules, hosts);

    public int Classes => _hosts.Count;

    private readonly Dictionary<string, HostFrequencies> _clusters = hosts.Where(host => host.ClusterId is not null)
        .GroupBy(host => host.ClusterId!)
        .ToDictionary(cluster => cluster.Key, cluster => new HostFrequencies(rules, cluster));

    /// <summary>
    /// The frequency at the power-on by samples of any periods, the oldest first: the finest periods that show it count. The cluster
    /// is a managed object id, null outside of any; the outages are null where they are not known, and the rates of turbo where it
    /// is not shown. A rate that turbo explains is of no host, unless <see cref="GetTurbo"/> later samples finds none.
    /// </summary>
    public StatisticsHome GetHome(
        IReadOnlyList<CpuSample> samples,
        int processors,
        DateTimeOffset poweredOn,
        StatisticsCut cut,
        string? cluster = null,
        StatisticsOutages? outages = null,
        TurboUse turbo = TurboUse.Possible,
        TurboRates? rates = null)
    {
        if (processors <= 0)
        {
            return StatisticsHome.None(StatisticsGap.Unknown);
        }

        var ofCluster = cluster is null ? null : _clusters.GetValueOrDefault(cluster);
        StatisticsHome? finest = null;
        StatisticsHome? idle = null;
        foreach (var period in samples.Select(sample => sample.Period).Distinct().Order())
        {
            var (home, agreed) = GetHome(samples, period, processors, poweredOn, cut.Units, outages, turbo);
            if (home.Evidence is not null)
            {
                return home;
            }

            idle ??= OfIdle(agreed, ofCluster, processors, turbo)
                ?? (home is { Gap: StatisticsGap.Turbo } && ofCluster is not null && rates is not null
                    ? OfTurbo(samples, period, processors, poweredOn, cut.Units, ofCluster, rates)
                    : null);
            finest = finest is null or { Gap: StatisticsGap.NoSamples } ? home : finest;
        }

        return idle ?? finest ?? StatisticsHome.None(StatisticsGap.NoSamples);
    }

    /// <summary>What samples of a time on a known host say of turbo; two at least do.</summary>
    public TurboUse GetTurbo(IReadOnlyList<CpuSample> samples, int processors, Frequency host, StatisticsCut cut)
    {
        var only = new HostFrequencies(rules, [new HostFacts { Name = "", Id = "", Hz = host }]);
        List<CpuSample> withFigures = [.. samples.Where(sample => sample.HasFigures)];
        return processors <= 0 || withFigures.Count < 2 ? TurboUse.Possible
            : withFigures.TrueForAll(sample => only.Fits(0, sample.CoreFrequency(processors, cut.Units))) ? TurboUse.None
            : withFigures.TrueForAll(sample => sample.CoreFrequency(processors, cut.Units).High > host.Hertz) ? TurboUse.Shown
            : TurboUse.Possible;
    }

    /// <summary>
    /// The only class of the cluster whose frequency turbo can have lifted to the first two samples, by what it does to machines
    /// now; null where several are left. Turbo only adds, so that a class above them is none of these.
    /// </summary>
    private static StatisticsHome? OfTurbo(
        IReadOnlyList<CpuSample> samples,
        TimeSpan period,
        int processors,
        DateTimeOffset poweredOn,
        int cut,
        HostFrequencies cluster,
        TurboRates rates)
    {
        List<CpuSample> first = [.. samples
            .Where(sample => sample.Period == period && sample.From >= poweredOn && sample.HasFigures).Take(2)];
        if (first.Count < 2 || IsTooLate(first[0], poweredOn, outages: null))
        {
            return null;
        }

        List<int> left = [.. Enumerable.Range(0, cluster.Count).Where(i => first.TrueForAll(
            sample => rates.MayBe(cluster.Exact(i), sample.CoreFrequency(processors, cut), sample.IsNearFull)))];
        return left is [var only]
            ? StatisticsHome.Found(cluster.Exact(only), first[0], first[1].To, "are lifted by turbo, and of its cluster's frequencies leave")
            : null;
    }

    private StatisticsHome? OfIdle(IdleRange? agreed, HostFrequencies? cluster, int processors, TurboUse turbo)
    {
        if (agreed is not { } found)
        {
            return null;
        }

        if (found.Samples.Count > 1 && found.Range.Width < IdleWidth && _hosts.Find(found.Range).Only is >= 0 and var only)
        {
            return StatisticsHome.Found(_hosts.Exact(only), found.First, found.Last);
        }

        if (cluster is not null && found.Range.Width < IdleClusterWidth && (found.Samples.Count > 1 || found.Next is not null))
        {
            var near = cluster.Find(found.Range).Only;
            if (near < 0 && found.Next is { } next && cluster.Find(next).Only is >= 0 and var later)
            {
                near = cluster.Find(found.Range, later).Only;
                if (near < 0 && found.Samples.Count == 1 && cluster.Count == 2 && cluster.IsTowards(1 - later, found.Range, later))
                {
                    // Where the cluster has two, one sample that is not the later one is the other, or a blend with it.
                    near = 1 - later;
                }
            }

            if (near >= 0)
            {
                return StatisticsHome.Found(cluster.Exact(near), found.First, found.Last);
            }
        }

        return found.Range.Width < IdleWidth && (turbo == TurboUse.None || !_hosts.MayBeTurbo(found.Range)) && IsOfNoClass(found)
            ? OfNoClass(found, processors)
            : null;
    }

    /// <summary>
    /// Samples across a move may share a frequency between two classes, but then each fits one of them, but for the one that covers
    /// the move: several in a row that fit none are of none.
    /// </summary>
    private bool IsOfNoClass(IdleRange found) => found.Samples.Aggregate(0, (inARow, sample) =>
        inARow == EnoughWithoutClass ? inARow : _hosts.Find(sample).Count == 0 ? inARow + 1 : 0) == EnoughWithoutClass;

    private StatisticsHome? OfNoClass(IdleRange found, int processors)
    {
        if (_hosts.FindWithOtherProcessors(found.Range, processors, processors - 1).Only is >= 0 and var only)
        {
            return found.Range.Width < ClassWidth ? StatisticsHome.Found(_hosts.Exact(only), found.First, found.Last) : null;
        }

        return found.Samples.All(sample => _hosts.FindWithOtherProcessors(sample, processors, processors - 1).Count == 0)
            ? StatisticsHome.Found(found.Range, found.First, found.Last)
            : null;
    }

    /// <summary>
    /// The range that the samples of an idle machine share until one shares nothing with them, by two samples where there are two;
    /// the first of them, and the end of the last; and the range that those after share, null where it did not change, or too few
    /// show it.
    /// </summary>
    private sealed record IdleRange(
        FrequencyRange Range, IReadOnlyList<FrequencyRange> Samples, CpuSample First, DateTimeOffset Last, FrequencyRange? Next);

    public IReadOnlyList<FrequencyStretch> GetStretches(IReadOnlyList<CpuSample> samples, int processors, StatisticsCut cut)
    {
        return processors <= 0 ? [] : new StatisticsStretches(_hosts, processors, cut.Units).Of(samples);
    }

    private (StatisticsHome Home, IdleRange? Agreed) GetHome(
        IReadOnlyList<CpuSample> samples,
        TimeSpan period,
        int processors,
        DateTimeOffset poweredOn,
        int cut,
        StatisticsOutages? outages,
        TurboUse turbo)
    {
        var since = samples.Where(sample => sample.Period == period && sample.To > poweredOn && sample.HasFigures).ToList();
        var telling = since.Where(sample => turbo == TurboUse.None || sample.HasFrequency).ToLookup(sample => sample.From >= poweredOn);
        List<CpuSample> whole = [.. telling[true]];
        if (whole.Count == 0 || IsTooLate(whole[0], poweredOn, outages))
        {
            var gap = since.Exists(sample => sample.IsNearFull) ? StatisticsGap.Turbo
                : whole.Count == 0 ? StatisticsGap.NoSamples
                : StatisticsGap.TooLate;
            return (StatisticsHome.None(gap), null);
        }

        var (agreed, busy) = (new AgreedRange(), new AgreedRange());
        List<FrequencyRange> ranges = [.. whole.Select(sample => sample.CoreFrequency(processors, cut))];
        var same = 0;
        while (same < ranges.Count && agreed.TryAdd(ranges[same]))
        {
            if (ranges[same].Width < BusyWidth)
            {
                busy.TryAdd(ranges[same]);
            }

            same++;
            if (GetClass(agreed.Agreed, whole[..same], processors) is { } found)
            {
                return (found, null);
            }
        }

        var before = ranges[..same];
        if (same == 1 && ranges.Count > 1 && telling[false].Any())
        {
            var begun = telling[false].Last().CoreFrequency(processors, cut);
            if (agreed.TryAdd(begun))
            {
                // The period in which it was powered on agrees with the only one before the change.
                before.Add(begun);
                if (GetClass(agreed.Agreed, whole[..same], processors) is { } confirmed)
                {
                    return (confirmed, null);
                }
            }
        }

        var last = whole[same - 1].To;
        if (busy.Count > 1 && busy.Agreed.Width < NarrowWidth)
        {
            return (GetRate(busy.Agreed, processors, whole[0], last, turbo), null);
        }

        var shared = before.Count > 1 ? agreed.Agreed : agreed.Shared;
        var why = turbo != TurboUse.None && _hosts.MayBeTurbo(shared) ? StatisticsGap.Turbo
            : same < ranges.Count ? StatisticsGap.Changed
            : StatisticsGap.TooWide;
        return (StatisticsHome.None(why), new IdleRange(shared, before, whole[0], last, AgreedRange.GetNext(ranges[same..])));
    }

    /// <summary>The home by samples that agree on one class; null where they do not.</summary>
    private StatisticsHome? GetClass(FrequencyRange agreed, List<CpuSample> used, int processors) =>
        agreed.Width < ClassWidth && _hosts.Find(agreed).Only is >= 0 and var only
            ? StatisticsHome.Found(_hosts.Exact(only), used[0], used[^1].To) with
            {
                Samples = used.Count,
                SamplesCutOnce = used.Count(item => _hosts.Fits(only, item.CoreFrequency(processors, cut: 1))),
            }
            : null;

    private static bool IsTooLate(CpuSample first, DateTimeOffset poweredOn, StatisticsOutages? outages)
    {
        var (late, usual) = (first.From - poweredOn, 2 * first.Period);
        return late > (usual > Latest ? usual : Latest)
            && (late > LatestAfterOutage || outages?.Covers(first.Period, poweredOn, first.From) != true);
    }

    private StatisticsHome GetRate(FrequencyRange rate, int processors, CpuSample first, DateTimeOffset last, TurboUse turbo)
    {
        if (_hosts.Find(rate).Count > 0)
        {
            return StatisticsHome.Found(rate, first, last);
        }

        if (turbo != TurboUse.None && _hosts.MayBeTurbo(rate))
        {
            return StatisticsHome.None(StatisticsGap.Turbo);
        }

        var (only, count) = _hosts.FindWithOtherProcessors(rate, processors, processors - 1);
        return count == 0 ? StatisticsHome.Found(rate, first, last)
            : only >= 0 ? StatisticsHome.Found(_hosts.Exact(only), first, last)
            : StatisticsHome.None(StatisticsGap.OtherProcessors);
    }
}
