namespace TimerProbe.Core.Placement;

/// <summary>
/// What vCenter's statistics report of a virtual machine's processors in one period. Both figures are cut to whole units.
/// Thousands of machines have dozens each, so that it is kept in 24 bytes.
/// </summary>
public readonly record struct CpuSample
{
    private const int NearFull = 9_000;

    private readonly long _fromTicks;
    private readonly int _seconds;
    private readonly int _usage;
    private readonly int _mhz;

    /// <summary>
    /// A period of whole seconds, <c>cpu.usage.average</c> in hundredths of a percent of all virtual processors, and
    /// <c>cpu.usagemhz.average</c> in MHz; negative when missing. Two billion and more, which no machine has, are missing too.
    /// </summary>
    public CpuSample(DateTimeOffset from, DateTimeOffset to, long usageHundredths, long usageMhz)
    {
        _fromTicks = from.UtcTicks;
        _seconds = (int)(to - from).TotalSeconds;
        _usage = Known(usageHundredths);
        _mhz = Known(usageMhz);
    }

    public DateTimeOffset From => new(_fromTicks, TimeSpan.Zero);

    public DateTimeOffset To => From + Period;

    public TimeSpan Period => TimeSpan.FromSeconds(_seconds);

    internal bool HasFigures => _usage > 0 && _mhz > 0;

    /// <summary>Whether all processors may have been in use: usage then stops at 100 %, while usagemhz follows turbo.</summary>
    internal bool IsNearFull => HasFigures && _usage >= NearFull;

    /// <summary>Whether it shows a frequency at all: an idle or missing one does not, and one near 100 % only the highest.</summary>
    internal bool HasFrequency => HasFigures && !IsNearFull;

    internal FrequencyRange CoreFrequency(int processors, int cut)
    {
        var hertzForAll = 1e6 * 10_000 / processors;
        return new FrequencyRange(_mhz * hertzForAll / (_usage + (double)cut), (_mhz + (double)cut) * hertzForAll / _usage);
    }

    private static int Known(long figure) => figure is >= 0 and < 2_000_000_000 ? (int)figure : -1;
}

/// <summary>
/// Learns how much a server's figures lose. Real-time samples are cut once. Whether a server cuts again each time it makes
/// longer periods of shorter ones, nobody has said: with four more cuts that are not allowed for, up to one home in five comes
/// out wrong. Losses of many samples even out, so that twice the loss covers them; where the samples of homes that are found fit
/// a single cut, that is believed.
/// </summary>
public sealed record StatisticsCut(int Samples = 0, int CutOnce = 0)
{
    private const int EnoughSamples = 100;
    private const double MaxMisfits = 0.03;

    public int Units => Samples >= EnoughSamples && Samples - CutOnce <= Samples * MaxMisfits ? 1 : 2;

    public StatisticsCut Learn(StatisticsHome home)
    {
        return new StatisticsCut(Samples + home.Samples, CutOnce + home.SamplesCutOnce);
    }
}

/// <summary>Learns when a server saved no statistics, as while it was down: there are samples of before, and none of that time.</summary>
public sealed class StatisticsOutages
{
    private readonly Dictionary<TimeSpan, SortedSet<DateTimeOffset>> _saved = [];

    public void Learn(IEnumerable<CpuSample> samples)
    {
        foreach (var sample in samples)
        {
            if (!_saved.TryGetValue(sample.Period, out var times))
            {
                _saved[sample.Period] = times = [];
            }

            times.Add(sample.From);
        }
    }

    public bool Has(TimeSpan period, DateTimeOffset from, DateTimeOffset to) =>
        _saved.TryGetValue(period, out var times) && times.GetViewBetween(from, to).Count > 0;

    internal bool Covers(TimeSpan period, DateTimeOffset from, DateTimeOffset to) =>
        _saved.TryGetValue(period, out var times) && times.Min < from - period
            && times.GetViewBetween(from, to - TimeSpan.FromTicks(1)).Count == 0;
}
