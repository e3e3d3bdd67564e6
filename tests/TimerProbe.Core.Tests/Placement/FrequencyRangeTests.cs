using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Tests.Placement;

public sealed class FrequencyRangeTests
{
    [Fact]
    public void The_classes_that_fit_a_range_are_those_that_overlap_it()
    {
        var random = new Random(7);
        for (var run = 0; run < 2_000; run++)
        {
            var hosts = Enumerable.Range(0, random.Next(8)).Select(i => new HostFacts { Name = $"{i}", Id = $"{i}", Hz = new Frequency(2_000_000_000 + random.Next(4_000_000)) });
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
    // Between both, at the one, at the other; beyond the one; on the far side of the other.
    [InlineData(2_200, 2_300, true, true)]
    [InlineData(2_000, 2_300, true, false)]
    [InlineData(2_200, 2_500, false, true)]
    [InlineData(1_800, 1_900, false, false)]
    [InlineData(2_600, 2_700, false, false)]
    public void A_range_off_a_class_lies_towards_the_other_or_beyond(double low, double high, bool towardsLow, bool towardsHigh)
    {
        var hosts = Hosts(2_000, 2_500);
        var range = new FrequencyRange(low * 1e6, high * 1e6);
        Assert.Equal((towardsLow, towardsHigh), (hosts.IsTowards(0, range, from: 1), hosts.IsTowards(1, range, from: 0)));
    }

    [Theory]
    [InlineData(1_990, 2_010, -1, 0, 1)]
    [InlineData(1_990, 2_510, -1, -1, 2)]
    [InlineData(1_990, 2_510, 0, 1, 1)]
    [InlineData(1_990, 2_010, 0, -1, 0)]
    [InlineData(2_100, 2_200, -1, -1, 0)]
    public void A_class_is_found_where_it_is_the_only_one(double low, double high, int besides, int only, int count) =>
        Assert.Equal((only, count), Hosts(2_000, 2_500).Find(new(low * 1e6, high * 1e6), besides));

    private static HostFrequencies Hosts(params long[] megahertz) =>
        new(new FrequencyRules(FrequencyRules.DefaultTolerance), megahertz.Select(mhz => new HostFacts { Name = $"h{mhz}", Id = $"h{mhz}", Hz = new Frequency(mhz * 1_000_000) }));
}
