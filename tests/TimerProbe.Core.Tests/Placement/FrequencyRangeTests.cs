namespace TimerProbe.Core.Tests.Placement;

public sealed class FrequencyRangeTests
{
    [Fact]
    public void The_classes_that_fit_a_range_are_those_that_overlap_it()
    {
        var random = new Random(7);
        for (var run = 0; run < 2_000; run++)
        {
            var hosts = Enumerable.Range(0, random.Next(8))
                .Select(i => new HostFacts { Name = $"{i}", Id = $"{i}", Hz = new Frequency(2_000_000_000 + random.Next(4_000_000)) });
            var known = new HostFrequencies(new FrequencyRules(FrequencyRules.DefaultTolerance), hosts);
            var low = 1_999_000_000.0 + random.Next(6_000_000);
            var range = new FrequencyRange(low, low + random.Next(3_000_000));
            var besides = random.Next(-1, known.Count + 1);
            var fits = Enumerable.Range(0, known.Count).Where(i => i != besides && known.Fits(i, range)).ToList();
            Assert.Equal((fits is [var only] ? only : -1, fits.Count), known.Find(range, besides));
        }
    }

    [Theory]
    [InlineData(1, 2, false)]
    [InlineData(2, 2, false)]
    [InlineData(3, 2, true)]
    public void A_range_without_a_frequency_is_empty(double low, double high, bool isEmpty) => Assert.Equal(isEmpty, new FrequencyRange(low, high).IsEmpty);

    [Theory]
    [InlineData(1, 2, true)]
    [InlineData(4, 5, true)]
    [InlineData(2.5, 3, true)]
    [InlineData(0, 1.9, false)]
    [InlineData(4.1, 5, false)]
    public void Ranges_that_touch_overlap(double low, double high, bool overlaps) => Assert.Equal(overlaps, new FrequencyRange(2, 4).Overlaps(new(low, high)));

    [Fact]
    public void A_bound_counts_once_two_samples_have_set_it()
    {
        var agreed = new AgreedRange();
        Assert.True(agreed.TryAdd(new(10, 20)));
        Assert.Equal((FrequencyRange.All, new FrequencyRange(10, 20)), (agreed.Agreed, agreed.Shared));
        Assert.True(agreed.TryAdd(new(12, 25)));
        Assert.Equal((new FrequencyRange(10, 25), new FrequencyRange(12, 20)), (agreed.Agreed, agreed.Shared));
        Assert.True(agreed.TryAdd(new(11, 18)));
        Assert.Equal((new FrequencyRange(11, 20), new FrequencyRange(12, 18)), (agreed.Agreed, agreed.Shared));
        Assert.False(agreed.TryAdd(new(18.5, 30)));
        Assert.Equal((3, new FrequencyRange(12, 18)), (agreed.Count, agreed.Shared));
    }

    [Theory]
    [InlineData(1e6, 100e9, true)]
    [InlineData(999_999, 100e9, false)]
    [InlineData(1e6, 100_000_000_001, false)]
    public void A_range_is_of_a_clock_where_each_of_its_bounds_is(double low, double high, bool isOfClock) =>
        Assert.Equal(isOfClock, new FrequencyRange(low, high).IsOfClock);

    [Theory]
    // 250 ppm beside 2,400 MHz are rounding.
    [InlineData(2_300e6, 2_399.4e6, 1)]
    [InlineData(2_300e6, 2_399.399999e6, 0)]
    [InlineData(2_400.6e6, 2_500e6, 1)]
    [InlineData(2_400.600001e6, 2_500e6, 0)]
    public void A_range_that_touches_what_rounding_makes_of_a_class_fits_it(double low, double high, int count) =>
        Assert.Equal(count, Hosts(2_400).Find(new(low, high)).Count);

    [Theory]
    [InlineData(2_399.399999e6, 2_399.399999e6, false, false)]
    [InlineData(2_399.4e6, 2_399.4e6, true, false)]
    [InlineData(2_400.6e6, 2_799.3e6, false, false)]
    [InlineData(2_400.600001e6, 2_799.299999e6, true, true)]
    [InlineData(2_800.7e6, 2_800.7e6, false, true)]
    [InlineData(2_800.700001e6, 2_800.700001e6, false, false)]
    public void Towards_a_class_lies_what_leaves_the_other_and_goes_no_farther(double low, double high, bool towardsLow, bool towardsHigh)
    {
        var (hosts, range) = (Hosts(2_400, 2_800), new FrequencyRange(low, high));
        Assert.Equal((towardsLow, towardsHigh), (hosts.IsTowards(0, range, from: 1), hosts.IsTowards(1, range, from: 0)));
    }

    [Theory]
    [InlineData(2_400.6e6, false)]
    [InlineData(2_400.600001e6, true)]
    [InlineData(4_801.199999e6, true)]
    [InlineData(4_801.2e6, false)]
    public void Turbo_lifts_a_class_to_less_than_twice_it(double low, bool mayBe) => Assert.Equal(mayBe, Hosts(2_400).MayBeTurbo(new(low, 5e9)));

    [Theory]
    // Nothing learned: of 2,000 MHz up to twice as much, and a thousandth less.
    [InlineData("", 1_997, false, false)]
    [InlineData("", 1_999, false, true)]
    [InlineData("", 1_999, true, true)]
    [InlineData("", 3_999, true, true)]
    [InlineData("", 4_001, true, false)]
    // Lifted by 20 to 30 %, by one machine or by two, and a per cent more or less: 2,380 less a thousandth to 2,620 MHz.
    [InlineData("2000:2400,2600", 2_375, true, false)]
    [InlineData("2000:2400,2600", 2_379, true, true)]
    [InlineData("2000:2400,2600", 2_618, true, true)]
    [InlineData("2000:2400,2600", 2_622, true, false)]
    [InlineData("2000:2400 2000:2600", 2_379, true, true)]
    [InlineData("2000:2400 2000:2600", 2_618, true, true)]
    // Not full, turbo lifts it for a part of the time.
    [InlineData("2000:2400", 1_997, false, false)]
    [InlineData("2000:2400", 1_999, false, true)]
    // Turbo only adds.
    [InlineData("2000:1990", 1_997, true, false)]
    [InlineData("2000:1990", 1_999, true, true)]
    [InlineData("2000:1990", 2_009, true, true)]
    // A host within a thousandth is of the class, another one is not.
    [InlineData("1998:2400", 3_000, true, false)]
    [InlineData("1997:2400", 3_000, true, true)]
    [InlineData("2001:2400", 3_000, true, false)]
    [InlineData("2003:2400", 3_000, true, true)]
    public void Turbo_lifts_as_far_as_it_did_to_full_machines_of_the_class(string learned, double megahertz, bool isFull, bool mayBe)
    {
        var rates = new TurboRates();
        foreach (var machine in learned.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(item => item.Split(':')))
        {
            var samples = machine[1].Split(',').Select(mhz => Sample(10_000, Number(mhz)));
            rates.Learn([.. samples], 1, new Frequency(Number(machine[0]) * 1_000_000));
        }

        Assert.Equal(mayBe, rates.MayBe(new(2e9, 2e9), new(megahertz * 1e6, megahertz * 1e6), isFull));
    }

    [Theory]
    [InlineData(-1, -1)]
    [InlineData(5_000, 1_200)]
    public void Nothing_is_learned_of_turbo_from_what_is_not_full(int usage, int megahertz)
    {
        var rates = new TurboRates();
        rates.Learn([Sample(usage, megahertz)], 1, new Frequency(2_000_000_000));
        Assert.True(rates.MayBe(new(2e9, 2e9), new(3e9, 3e9), isFull: true));
    }

    private static CpuSample Sample(long usage, long megahertz) => new(SimulatedMachine.Start, SimulatedMachine.Start.AddDays(1), usage, megahertz);

    private static long Number(string text) => long.Parse(text, CultureInfo.InvariantCulture);

    private static HostFrequencies Hosts(params long[] megahertz) =>
        new(new FrequencyRules(FrequencyRules.DefaultTolerance),
            megahertz.Select(mhz => new HostFacts { Name = $"h{mhz}", Id = $"h{mhz}", Hz = new Frequency(mhz * 1_000_000) }));
}
