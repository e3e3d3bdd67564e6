using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;

namespace TimerProbe.Guest.References;

/// <summary>
/// The last comparisons with a reference: a rate is taken over as few of them as make it sharp, so that a change shows soon.
/// </summary>
internal sealed class ReferenceWindow
{
    private const int Longest = 16;

    private static readonly PartsPerMillion Sharp = new(100);

    private readonly List<ReferenceReading> _readings = [];

    /// <summary>Takes a comparison.</summary>
    /// <returns>The rates up to it; null for the first.</returns>
    public ReferenceRates? Add(ReferenceReading reading)
    {
        var rates = _readings.AsEnumerable().Reverse().Select(reading.Since).OfType<ReferenceRates>().ToList();
        _readings.Add(reading);
        _readings.RemoveRange(0, Math.Max(0, _readings.Count - Longest));
        return rates.FirstOrDefault(rate => rate.UncertaintyPpm.Value <= Sharp.Value) ?? rates.LastOrDefault();
    }

    /// <summary>What was compared before says nothing of what comes.</summary>
    public void Clear() => _readings.Clear();
}
