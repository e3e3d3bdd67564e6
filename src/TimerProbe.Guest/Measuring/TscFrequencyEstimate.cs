using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;
using TimerProbe.Guest.Clocks;

namespace TimerProbe.Guest.Measuring;

/// <summary>
/// The TSC's rate against the monotonic counter, good to a few percent: fit to say what a processor cycle is worth, not to be
/// reported, since the counter itself is calibrated by what the hypervisor tells.
/// </summary>
internal sealed class TscFrequencyEstimate
{
    private readonly IClockReader? _tsc;
    private readonly long _startedAt;
    private readonly long _startedTsc;

    public TscFrequencyEstimate(IEnumerable<Clock> clocks)
    {
        _tsc = clocks.FirstOrDefault(clock => clock.Source == ClockSource.TimestampCounter)?.Values;
        _startedAt = TimeProvider.System.GetTimestamp();
        _startedTsc = _tsc?.Read() ?? 0;
    }

    /// <summary>The rate since this object was made; null without a TSC, and for a rate that no clock has.</summary>
    public Frequency? Now() => _tsc is null
        ? null
        : Frequency.OfClock((long)((_tsc.Read() - _startedTsc) / TimeProvider.System.GetElapsedTime(_startedAt).TotalSeconds));
}
