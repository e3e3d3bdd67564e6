namespace TimerProbe.Core.Placement;

/// <summary>The frequencies between two bounds, in Hz.</summary>
internal readonly record struct FrequencyRange(double Low, double High)
{
    public static readonly FrequencyRange All = new(0, double.PositiveInfinity);

    public bool IsEmpty => Low > High;

    /// <summary>A share of the upper bound: 0.01 is a per cent.</summary>
    public double Width => (High - Low) / High;

    public bool IsOfClock => Low >= Frequency.Slowest.Hertz && High <= Frequency.Fastest.Hertz;

    public Frequency Middle => new((long)Math.Round((Low + High) / 2));

    public FrequencyRange Intersect(FrequencyRange other) => new(Math.Max(Low, other.Low), Math.Min(High, other.High));

    public bool Overlaps(FrequencyRange other) => Low <= other.High && other.Low <= High;

    public FrequencyRange Times(double factor) => new(Low * factor, High * factor);
}

/// <summary>Learns how far turbo lifts machines that use all their processors: usage stops at 100 %, while their MHz do not.</summary>
public sealed class TurboRates
{
    internal const double MaxLift = 2;

    /// <summary>It moves with the load of the host, by about a per cent.</summary>
    private const double Spread = 0.01;

    /// <summary>Lies between classes, which differ by more.</summary>
    private const double Near = 0.001;

    private readonly List<(long Hertz, FrequencyRange Lift)> _learned = [];

    public void Learn(IReadOnlyList<CpuSample> samples, int processors, Frequency host)
    {
        List<CpuSample> withFigures = [.. samples.Where(sample => sample.HasFigures)];
        if (withFigures.Count > 0 && withFigures.TrueForAll(sample => sample.IsNearFull))
        {
            var ranges = withFigures.ConvertAll(sample => sample.CoreFrequency(processors, cut: 1));
            _learned.Add((host.Hertz,
                new FrequencyRange(ranges.Min(range => range.Low), ranges.Max(range => range.High)).Times(1.0 / host.Hertz)));
        }
    }

    internal bool MayBe(FrequencyRange ofClass, FrequencyRange rate, bool isFull)
    {
        var lifts = _learned.Where(item => ofClass.Times(1 - Near).Low <= item.Hertz && item.Hertz <= ofClass.Times(1 + Near).High)
            .ToList();
        var lift = lifts.Count == 0
            ? new FrequencyRange(1, MaxLift)
            : new FrequencyRange(lifts.Min(item => item.Lift.Low) - Spread, lifts.Max(item => item.Lift.High) + Spread);
        return new FrequencyRange(ofClass.Low * (isFull ? Math.Max(1, lift.Low) : 1) * (1 - Near), ofClass.High * lift.High).Overlaps(rate);
    }
}

/// <summary>Whether a machine uses all of its processors so that its statistics follow turbo.</summary>
public enum TurboUse { Possible, None, Shown }
