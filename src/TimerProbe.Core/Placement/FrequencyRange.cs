namespace TimerProbe.Core.Placement;

/// <summary>The frequencies between two bounds, in Hz.</summary>
internal readonly record struct FrequencyRange(double Low, double High)
{
    public static readonly FrequencyRange All = new(0, double.PositiveInfinity);

    public bool IsEmpty => Low > High;

    /// <summary>A share of the upper bound: 0.01 is a per cent.</summary>
    public double Width => (High - Low) / High;

    /// <summary>Whether a clock can have any of them.</summary>
    public bool IsOfClock => Low >= Frequency.Slowest.Hertz && High <= Frequency.Fastest.Hertz;

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

    /// <summary>
    /// Whether a range of no class may be one's with turbo: a machine that wants more than its processors have, for part of a sample's
    /// time, has more MHz than its usage in percent shows.
    /// </summary>
    public bool MayBeTurbo(FrequencyRange range) =>
        Find(range).Count == 0
            && Array.Exists(_classes, each => each.Fits.High < range.Low && range.Low < each.Fits.High * TurboRates.Most);

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
        // They are in the order of their bounds, so that those that fit follow each other.
        var first = FirstWhere(fits => fits.High >= range.Low);
        var count = FirstWhere(fits => fits.Low > range.High) - first;
        var isBeside = besides >= first && besides < first + count;
        return (isBeside ? count - 1 : count) switch
        {
            <= 0 => (-1, 0),
            1 => (isBeside && besides == first ? first + 1 : first, 1),
            var several => (-1, several),
        };
    }

    private int FirstWhere(Func<FrequencyRange, bool> isFrom)
    {
        var (low, high) = (0, _classes.Length);
        while (low < high)
        {
            var middle = (low + high) / 2;
            (low, high) = isFrom(_classes[middle].Fits) ? (low, middle) : (middle + 1, high);
        }

        return low;
    }
}

/// <summary>How two frequencies are compared, which may differ by a positive tolerance and still count as one.</summary>
public sealed record FrequencyRules(PartsPerMillion Tolerance)
{
    /// <summary>250 ppm, what KVM and libvirt tolerate before they refuse or scale.</summary>
    public static readonly PartsPerMillion DefaultTolerance = new(250);

    /// <summary>Calibration differs by about 1 ppm from boot to boot: this much is no difference.</summary>
    public static readonly PartsPerMillion EqualLimit = new(20);

    /// <summary>Hosts of one model differ by up to 2,400 ppm: beyond this it is another model.</summary>
    public static readonly PartsPerMillion SameModelLimit = new(10_000);

    /// <summary>How large a difference is.</summary>
    public FrequencyComparison Compare(PartsPerMillion difference) => difference.Magnitude.Value switch
    {
        var size when size <= Math.Min(EqualLimit.Value, Tolerance.Value) => FrequencyComparison.Equal,
        var size when size <= Tolerance.Value => FrequencyComparison.Near,
        var size when size > SameModelLimit.Value => FrequencyComparison.OtherModel,
        _ => FrequencyComparison.Different,
    };

    /// <summary>Whether a machine of one frequency is at home on a host of the other.</summary>
    public bool IsHarmless(Frequency host, Frequency home) => host.DifferenceFrom(home).Magnitude.Value <= Tolerance.Value;

    /// <summary>
    /// Groups hosts that have a frequency: sorted upward, a class grows while its highest stays within the tolerance of its lowest. The
    /// names of classes begin with their owner's.
    /// </summary>
    public IReadOnlyList<FrequencyClass> Classify(string owner, IEnumerable<HostFacts> hosts)
    {
        var classes = new List<FrequencyClass>();
        var members = new List<HostFacts>();
        foreach (var host in hosts.Where(host => host.Hz is not null).OrderBy(host => host.Hz!.Value.Hertz))
        {
            if (members.Count > 0 && !IsHarmless(host.Hz!.Value, members[0].Hz!.Value))
            {
                classes.Add(ClassOf(owner, classes.Count + 1, members));
                members = [];
            }

            members.Add(host);
        }

        return members.Count == 0 ? classes : [.. classes, ClassOf(owner, classes.Count + 1, members)];
    }

    private static FrequencyClass ClassOf(string owner, int number, List<HostFacts> members) =>
        new(string.Create(System.Globalization.CultureInfo.InvariantCulture, $"{owner}/{number}"),
            members[0].Hz!.Value,
            members[^1].Hz!.Value,
            [.. members.Select(host => host.Name).Order(StringComparer.Ordinal)]);
}

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
        List<CpuSample> withFigures = [.. samples.Where(sample => sample.HasFigures)];
        if (withFigures.Count > 0 && withFigures.TrueForAll(sample => sample.IsNearFull))
        {
            var ranges = withFigures.ConvertAll(sample => sample.CoreFrequency(processors, cut: 1));
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
