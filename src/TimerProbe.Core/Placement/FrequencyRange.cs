using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Placement;

/// <summary>The frequencies between two bounds, in Hz.</summary>
internal readonly record struct FrequencyRange(double Low, double High)
{
    public static readonly FrequencyRange All = new(0, double.PositiveInfinity);

    public bool IsEmpty => Low > High;

    /// <summary>A share of the upper bound: 0.01 is a per cent.</summary>
    public double Width => (High - Low) / High;

    public Frequency Middle => new((long)Math.Round((Low + High) / 2));

    public FrequencyRange Intersect(FrequencyRange other) => new(Math.Max(Low, other.Low), Math.Min(High, other.High));

    public bool Overlaps(FrequencyRange other) => Low <= other.High && other.Low <= High;

    public FrequencyRange Times(double factor) => new(Low * factor, High * factor);
}

/// <summary>
/// What consecutive samples say together. A sample that covers a move is a blend of two frequencies; so that no single one decides, a
/// bound counts once two samples have set it.
/// </summary>
internal sealed class AgreedRange
{
    public int Count { get; private set; }

    public FrequencyRange Shared { get; private set; } = FrequencyRange.All;

    /// <summary>What is left whichever one of the samples is put aside: everything while there is one.</summary>
    public FrequencyRange Agreed { get; private set; } = FrequencyRange.All;

    /// <returns>False when it shares nothing with those before: then it is not added.</returns>
    public bool TryAdd(FrequencyRange range)
    {
        var shared = Shared.Intersect(range);
        if (shared.IsEmpty)
        {
            return false;
        }

        // The tightest bound but one, from below and from above.
        Agreed = Agreed.Intersect(new FrequencyRange(Math.Min(Shared.Low, range.Low), Math.Max(Shared.High, range.High)));
        Shared = shared;
        Count++;
        return true;
    }
}

/// <summary>The frequencies that a machine of a vCenter can have been given: those of its hosts, in classes over all clusters.</summary>
internal sealed class HostFrequencies
{
    /// <summary>Nobody has said whether vCenter divides by hertz or by whole MHz: half of one is 250 ppm of 2,000 MHz.</summary>
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
    public bool IsTowards(int index, FrequencyRange range, int from)
    {
        var (to, off) = (_classes[index], _classes[from]);
        return to.Exact.Low > off.Exact.High
            ? range.Low > off.Fits.High && range.Low <= to.Fits.High
            : range.High < off.Fits.Low && range.High >= to.Fits.Low;
    }

    public FrequencyRange Exact(int index) => _classes[index].Exact;

    /// <summary>The only class that fits besides one, and how many do; -1 for none.</summary>
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
