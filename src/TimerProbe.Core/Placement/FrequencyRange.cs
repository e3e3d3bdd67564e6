using TimerProbe.Core.Units;

namespace TimerProbe.Core.Placement;

/// <summary>The frequencies between two bounds, in Hz.</summary>
internal readonly record struct FrequencyRange(double Low, double High)
{
    public static readonly FrequencyRange All = new(0, double.PositiveInfinity);

    public bool IsEmpty => Low > High;

    /// <summary>Its width as a share of its upper bound: 0.01 is a per cent.</summary>
    public double Width => (High - Low) / High;

    public Frequency Middle => new((long)Math.Round((Low + High) / 2));

    public FrequencyRange Intersect(FrequencyRange other) => new(Math.Max(Low, other.Low), Math.Min(High, other.High));

    public bool Overlaps(FrequencyRange other) => Low <= other.High && other.Low <= High;

    public FrequencyRange Times(double factor) => new(Low * factor, High * factor);
}
