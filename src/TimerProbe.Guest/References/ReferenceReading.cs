using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;

namespace TimerProbe.Guest.References;

/// <summary>One comparison with a clock outside of the machine.</summary>
/// <param name="Reference">The time of that clock in ns, since whenever it counts from.</param>
/// <param name="Here">The time here at that moment.</param>
/// <param name="UncertaintyNs">By how much the two moments may be apart, in ns.</param>
internal readonly record struct ReferenceReading(long Reference, LocalMoment Here, double UncertaintyNs)
{
    /// <returns>Null when no time passed in between.</returns>
    public ReferenceRates? Since(ReferenceReading earlier)
    {
        double passed = Reference - earlier.Reference;
        var (precise, counter) = (Here.PreciseNs - earlier.Here.PreciseNs, Here.CounterNs - earlier.Here.CounterNs);
        return passed <= 0 ? null : new ReferenceRates(
            Math.Round(passed / 1e9, 3),
            Ahead(precise, passed),
            Ahead(counter, passed),
            new PartsPerMillion((UncertaintyNs + earlier.UncertaintyNs) / passed * 1e6),
            Math.Round((precise - counter) / 1e6, 3) + 0.0); // Not -0.
    }

    private static PartsPerMillion Ahead(double local, double passed) => new((local - passed) / passed * 1e6);
}

/// <summary>
/// The last comparisons with a reference: a rate is taken over as few of them as make it sharp, so that a change shows soon.
/// </summary>
internal sealed class ReferenceWindow
{
    private const int Longest = 16;

    private static readonly PartsPerMillion Sharp = new(100);

    private readonly List<ReferenceReading> _readings = [];

    /// <returns>The rates up to this comparison; null for the first.</returns>
    public ReferenceRates? Add(ReferenceReading reading)
    {
        var rates = _readings.AsEnumerable().Reverse().Select(reading.Since).OfType<ReferenceRates>().ToList();
        _readings.Add(reading);
        _readings.RemoveRange(0, Math.Max(0, _readings.Count - Longest));
        return rates.FirstOrDefault(rate => rate.UncertaintyPpm.Value <= Sharp.Value) ?? rates.LastOrDefault();
    }

    public void Clear() => _readings.Clear();
}
