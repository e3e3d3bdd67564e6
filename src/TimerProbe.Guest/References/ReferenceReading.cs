using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;

namespace TimerProbe.Guest.References;

/// <summary>One comparison with a clock outside of the machine.</summary>
/// <param name="Reference">Its time in ns, since whenever it counts from.</param>
/// <param name="Here">The time here at that moment.</param>
/// <param name="UncertaintyNs">By how much the two moments may be apart, in ns.</param>
internal readonly record struct ReferenceReading(long Reference, LocalMoment Here, double UncertaintyNs)
{
    /// <summary>The rates from an earlier comparison to this one; null when no time passed in between.</summary>
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
