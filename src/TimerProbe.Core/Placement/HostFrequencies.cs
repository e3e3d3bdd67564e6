namespace TimerProbe.Core.Placement;

/// <summary>The frequencies that a machine of a vCenter can have been given: those of its hosts, in classes over all clusters.</summary>
internal sealed class HostFrequencies
{
    /// <summary>Nobody has said whether vCenter divides by hertz or by whole MHz: half of one is 250 ppm of 2,000 MHz.</summary>
    private const double Slack = 250e-6;

    private readonly (FrequencyRange Fits, FrequencyRange Exact)[] _classes;

    public HostFrequencies(FrequencyRules rules, IEnumerable<HostFacts> hosts) => _classes =
    [
        .. rules.Classify("", hosts).Select(item => new FrequencyRange(item.LowHz.Hertz, item.HighHz.Hertz))
            .Select(exact => (new FrequencyRange(exact.Low * (1 - Slack), exact.High * (1 + Slack)), exact)),
    ];

    public int Count => _classes.Length;

    public bool Fits(int index, FrequencyRange range) => _classes[index].Fits.Overlaps(range);

    /// <summary>
    /// Whether a range of no class may be one's with turbo: a machine that wants more than its processors have, for part of a
    /// sample's time, has more MHz than its usage in percent shows.
    /// </summary>
    public bool MayBeTurbo(FrequencyRange range) =>
        Find(range).Count == 0
            && Array.Exists(_classes, item => item.Fits.High < range.Low && range.Low < item.Fits.High * TurboRates.MaxLift);

    /// <summary>Whether a range lies off a class, on the side of another one and not beyond it.</summary>
    public bool IsTowards(int index, FrequencyRange range, int from)
    {
        var (to, off) = (_classes[index], _classes[from]);
        return to.Exact.Low > off.Exact.High
            ? range.Low > off.Fits.High && range.Low <= to.Fits.High
            : range.High < off.Fits.Low && range.High >= to.Fits.Low;
    }

    public FrequencyRange Exact(int index) => _classes[index].Exact;

    public (int Only, int Count) Find(FrequencyRange range, int besides = -1)
    {
        // They are in the order of their bounds, so that those that fit follow each other.
        var first = FirstWhere(fits => fits.High >= range.Low);
        var count = FirstWhere(fits => fits.Low > range.High) - first;
        var isBeside = besides >= first && besides < first + count;
        return (isBeside ? count - 1 : count) switch
        {
            <= 0 => (-1, 0),
            1 => (isBeside && besides == first ? first + 1 : first, 1),
            var several => (-1, several),
        };
    }

    /// <summary>The classes that a rate is of if the machine had another number of processors, up to so many.</summary>
    public (int Only, int Count) FindWithOtherProcessors(FrequencyRange rate, int processors, int maxOther)
    {
        var (only, count) = (-1, 0);
        for (var other = 1; other <= maxOther; other++)
        {
            if (other != processors && Find(rate.Times((double)processors / other)) is { Count: > 0 } found)
            {
                (only, count) = (found.Only, count + found.Count);
            }
        }

        return (count == 1 ? only : -1, count);
    }

    private int FirstWhere(Func<FrequencyRange, bool> isFrom)
    {
        var (low, high) = (0, _classes.Length);
        while (low < high)
        {
            var middle = (low + high) / 2;
            (low, high) = isFrom(_classes[middle].Fits) ? (low, middle) : (middle + 1, high);
        }

        return low;
    }
}
