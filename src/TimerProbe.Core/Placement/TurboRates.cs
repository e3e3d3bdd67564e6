using TimerProbe.Core.Units;

namespace TimerProbe.Core.Placement;

/// <summary>
/// Learns how far turbo lifts machines that use all of their processors above the frequency of the hosts they are on: their usage stops at
/// 100 %, while their MHz do not.
/// </summary>
public sealed class TurboRates
{
    /// <summary>No processor's turbo is more than twice its frequency.</summary>
    internal const double Most = 2;

    /// <summary>It moves with the load of the host, by about a per cent.</summary>
    private const double Spread = 0.01;

    /// <summary>Lies between classes, which differ by more.</summary>
    private const double Near = 0.001;

    private readonly List<(long Hertz, FrequencyRange Lift)> _learned = [];

    /// <summary>Learns from samples on a host of a known frequency, where each is of all of the processors.</summary>
    public void Learn(IReadOnlyList<CpuSample> samples, int processors, Frequency host)
    {
        List<CpuSample> told = [.. samples.Where(sample => sample.HasFigures)];
        if (told.Count > 0 && told.TrueForAll(sample => sample.IsNearFull))
        {
            var ranges = told.ConvertAll(sample => sample.CoreFrequency(processors, cut: 1));
            _learned.Add((host.Hertz,
                new FrequencyRange(ranges.Min(each => each.Low), ranges.Max(each => each.High)).Times(1.0 / host.Hertz)));
        }
    }

    /// <summary>Whether a rate may be that of a class with turbo; of a sample that is full, with all of it.</summary>
    internal bool MayBe(FrequencyRange ofClass, FrequencyRange rate, bool isFull)
    {
        var lifts = _learned.Where(each => ofClass.Times(1 - Near).Low <= each.Hertz && each.Hertz <= ofClass.Times(1 + Near).High)
            .ToList();
        var lift = lifts.Count == 0
            ? new FrequencyRange(1, Most)
            : new FrequencyRange(lifts.Min(each => each.Lift.Low) - Spread, lifts.Max(each => each.Lift.High) + Spread);
        return new FrequencyRange(ofClass.Low * (isFull ? Math.Max(1, lift.Low) : 1) * (1 - Near), ofClass.High * lift.High).Overlaps(rate);
    }
}

/// <summary>Whether a machine uses all of its processors so that its statistics follow turbo.</summary>
public enum TurboUse
{
    /// <summary>Nothing says.</summary>
    Possible,

    /// <summary>On a host whose frequency is known its statistics fit it.</summary>
    None,

    /// <summary>They lay above it.</summary>
    Shown,
}
