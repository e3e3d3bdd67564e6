namespace TimerProbe.Core.Tests.Placement;

/// <summary>A machine that moves between hosts under a load that varies, and what vCenter's statistics would keep of it: both counters cut.</summary>
internal sealed class SimulatedMachine
{
    public static readonly DateTimeOffset Start = new(2026, 8, 1, 0, 0, 0, TimeSpan.Zero);

    /// <summary>The parts of a period whose loads and hosts differ.</summary>
    private const int Parts = 12;

    private readonly Random _random;
    private readonly double _load;

    /// <param name="leastLoad">The least mean load, as a share of all its processors.</param>
    /// <param name="leastSpacing">How far the classes lie apart at least, as a share.</param>
    public SimulatedMachine(int seed, double leastLoad = 0.003, double leastSpacing = 0.01)
    {
        _random = new Random(seed);
        var hz = 1_900_000_000L + _random.Next(400_000_000);
        for (var count = 1 + _random.Next(5); count > 0; count--)
        {
            Classes.Add(hz);
            hz = (long)(hz * (1 + leastSpacing + (_random.NextDouble() * 0.12)));
        }

        Processors = 1 << _random.Next(5);
        _load = leastLoad + (Math.Pow(_random.NextDouble(), 3) * 0.6);
        Hz.Add((0, Pick()));
    }

    public List<long> Classes { get; } = [];

    public int Processors { get; set; }

    /// <summary>From which part of a period on it ran at which frequency.</summary>
    public List<(int Part, long Hz)> Hz { get; } = [];

    public IEnumerable<HostFacts> Hosts => Classes.Select((hz, i) => new HostFacts { Name = $"h{i}", Id = $"h{i}", Hz = new Frequency(hz + (i * 1_000)) });

    public long Pick() => Classes[_random.Next(Classes.Count)];

    /// <summary>Moves it somewhere, perhaps to another frequency, every so many periods in the mean.</summary>
    public SimulatedMachine Moving(int periods, double everyPeriods, int leastPeriods = 0)
    {
        for (var part = (int)(Parts * (leastPeriods + 1 + (_random.NextDouble() * 2 * everyPeriods))); part < periods * Parts; part += (
            int)(Parts * (leastPeriods + (_random.NextDouble() * 2 * everyPeriods))) + 1)
        {
            if (Pick() is var to && to != Hz[^1].Hz)
            {
                Hz.Add((part, to));
            }
        }

        return this;
    }

    public static DateTimeOffset At(int part, TimeSpan period) => Start + (part * period / Parts);

    /// <param name="cutsOnce">Whether they are cut once, or each time that a longer period is made of three or four shorter ones.</param>
    public List<CpuSample> Samples(int count, TimeSpan period, bool cutsOnce = true)
    {
        var samples = new List<CpuSample>();
        for (var i = 0; i < count; i++)
        {
            var (usage, mhz) = (new double[Parts], new double[Parts]);
            for (var part = 0; part < Parts; part++)
            {
                var load = Math.Min(1, _load * (0.4 + (1.2 * _random.NextDouble())));
                usage[part] = load * 10_000;
                mhz[part] = load * Processors * Hz.FindLast(item => item.Part <= (i * Parts) + part).Hz / 1e6;
            }

            var from = Start + (i * period);
            samples.Add(_random.Next(20) == 0 ? new CpuSample(from, from + period, -1, -1) : new CpuSample(from, from + period, Kept(usage), Kept(mhz)));
        }

        return samples;

        long Kept(double[] parts) =>
            (long)(cutsOnce ? parts.Average() : parts.Select(Math.Floor).Chunk(3).Select(some => Math.Floor(some.Average())).Average());
    }
}
