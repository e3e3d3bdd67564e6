using TimerProbe.Core.Units;

namespace TimerProbe.Core.Watching;

/// <summary>Follows the rates of clocks against each other, window by window.</summary>
internal sealed class RateWatch
{
    private readonly PairState _precise = new(WatchLimits.WrongRate);
    private readonly PairState _wall = new(WatchLimits.Slew);
    private readonly PairState _counter = new(WatchLimits.WrongRate);
    private WatchMoment? _windowStart;

    /// <summary>The last comparisons' rates; null before there was one.</summary>
    public WatchRates? Last { get; private set; }

    /// <summary>The wall clock was set: its rate in this window cannot be known.</summary>
    public void ForgetWindow() => _windowStart = null;

    /// <summary>Takes the next sample, which ends a window where it brings a comparison.</summary>
    /// <returns>The pairs that run apart or together since this window.</returns>
    public IEnumerable<RateChange> Take(WatchSample sample)
    {
        RateChange?[] changes = [TakeReference(sample), .. TakeWindow(sample)];
        return changes.OfType<RateChange>();
    }

    private RateChange? TakeReference(WatchSample sample)
    {
        if (sample.AgainstReference is null && sample.WhyNoReference is null)
        {
            return null;
        }

        var rates = sample.AgainstReference;
        Last = (Last ?? new WatchRates(0, null, null, null)) with
        {
            ReferenceOverSeconds = rates?.OverSeconds,
            CounterAgainstReferencePpm = rates?.CounterAgainstReferencePpm,
            PreciseAgainstReferencePpm = rates?.PreciseAgainstReferencePpm,
            ReferenceUncertaintyPpm = rates?.UncertaintyPpm,
            WhyNoReference = sample.WhyNoReference,
        };
        return rates is null
            ? null
            : _counter.Take(RatePair.CounterAgainstReference, rates.CounterAgainstReferencePpm, rates.UncertaintyPpm, rates.OverSeconds);
    }

    private RateChange?[] TakeWindow(WatchSample sample)
    {
        if (sample.Drift is not { PreciseAgainstCoarsePpm: { } precise, UncertaintyPpm: { } uncertainty } drift)
        {
            _windowStart ??= sample.Moment;
            return [];
        }

        var wall = _windowStart is { } start ? Rate(start, sample.Moment) : null;
        _windowStart = sample.Moment;
        Last = (Last ?? new WatchRates(0, null, null, null)) with
        {
            OverSeconds = drift.OverSeconds,
            PreciseAgainstCoarsePpm = precise,
            UncertaintyPpm = uncertainty,
            WallAgainstMonotonicPpm = wall,
        };
        return
        [
            _precise.Take(RatePair.PreciseAgainstCoarse, precise, uncertainty, drift.OverSeconds),
            wall is { } rate ? _wall.Take(RatePair.WallAgainstMonotonic, rate, new PartsPerMillion(0), drift.OverSeconds) : null,
        ];
    }

    private static PartsPerMillion? Rate(WatchMoment start, WatchMoment end)
    {
        var passed = end.Elapsed - start.Elapsed;
        return passed > TimeSpan.Zero ? new PartsPerMillion((end.Wall - start.Wall - passed) / passed * 1e6) : null;
    }

    private sealed class PairState(PartsPerMillion limit)
    {
        private bool _apart;
        private int _against;

        public RateChange? Take(RatePair pair, PartsPerMillion rate, PartsPerMillion uncertainty, double overSeconds)
        {
            var apart = rate.Magnitude.Value - uncertainty.Value > limit.Value;
            var together = rate.Magnitude.Value + uncertainty.Value <= limit.Value;
            _against = (_apart ? together : apart) ? _against + 1 : 0;
            if (_against < WatchLimits.DriftWindows)
            {
                return null;
            }

            (_apart, _against) = (!_apart, 0);
            return new RateChange(pair, _apart, rate, uncertainty, overSeconds);
        }
    }
}

/// <summary>A pair of clocks began, or ceased, to run apart.</summary>
internal sealed record RateChange(RatePair Pair, bool Apart, PartsPerMillion Rate, PartsPerMillion Uncertainty, double OverSeconds);

/// <summary>
/// What the guest knew of its host at a time, by the wall clock and by the clock nobody sets: the Tools' session, the host's processor
/// speed, and the TSC frequency by CPUID; null when not reported, or not asked for.
/// </summary>
public sealed record HostClockReading(DateTimeOffset At, TimeSpan Elapsed, string? SessionId, Frequency? HostHz, Frequency? VirtualTscHz);
