using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Placement;

/// <summary>The frequencies that a machine of a vCenter can have been given: those of its hosts, in classes over all clusters.</summary>
internal sealed class HostFrequencies
{
    /// <summary>
    /// Nobody has said whether vCenter divides by a host's hertz or by its whole MHz: half of one is 250 ppm of 2,000 MHz.
    /// </summary>
    private const double Slack = 250e-6;

    private readonly (FrequencyRange Fits, FrequencyRange Exact)[] _classes;

    public HostFrequencies(FrequencyRules rules, IEnumerable<HostFacts> hosts) => _classes =
    [
        .. rules.Classify("", hosts).Select(each => new FrequencyRange(each.LowHz.Hertz, each.HighHz.Hertz))
            .Select(exact => (new FrequencyRange(exact.Low * (1 - Slack), exact.High * (1 + Slack)), exact)),
    ];

    public int Count => _classes.Length;

    public bool Fits(int index, FrequencyRange range) => _classes[index].Fits.Overlaps(range);

    /// <summary>Whether a range lies off a class, on the side of another one and not beyond it.</summary>
    public bool IsTowards(int index, FrequencyRange range, int from) => _classes[index].Exact.Low > _classes[from].Exact.High
        ? range.Low > _classes[from].Fits.High && range.Low <= _classes[index].Fits.High
        : range.High < _classes[from].Fits.Low && range.High >= _classes[index].Fits.Low;

    public FrequencyRange Exact(int index) => _classes[index].Exact;

    /// <summary>The only class that fits, and how many do.</summary>
    /// <param name="range">The frequencies.</param>
    /// <param name="besides">A class that it is not; -1 for none.</param>
    public (int Only, int Count) Find(FrequencyRange range, int besides = -1)
    {
        var (only, count) = (-1, 0);
        for (var i = 0; i < _classes.Length; i++)
        {
            if (i != besides && Fits(i, range))
            {
                (only, count) = (i, count + 1);
            }
        }

        return (count == 1 ? only : -1, count);
    }
}
