namespace TimerProbe.Core.Tests.Placement;

public sealed class FrequencyRulesTests
{
    private static readonly FrequencyRules Rules = new(FrequencyRules.DefaultTolerance);

    [Theory]
    [InlineData(0, FrequencyComparison.Equal)]
    [InlineData(-20, FrequencyComparison.Equal)]
    [InlineData(20.1, FrequencyComparison.Near)]
    [InlineData(-250, FrequencyComparison.Near)]
    [InlineData(250.1, FrequencyComparison.Different)]
    [InlineData(10_000, FrequencyComparison.Different)]
    [InlineData(-77_067.2, FrequencyComparison.OtherModel)]
    public void A_difference_has_a_name(double ppm, FrequencyComparison expected) => Assert.Equal(expected, Rules.Compare(new PartsPerMillion(ppm)));

    [Fact]
    public void A_class_grows_while_its_highest_stays_within_the_tolerance_of_its_lowest()
    {
        var classes = Rules.Classify("prod", [Host("c", 2_394_500_000), Host("a", 2_394_000_000), Host("d", 2_394_700_000), Host("e", 2_593_905_000)]);
        Assert.Equal(["prod/1", "prod/2", "prod/3"], classes.Select(found => found.Name));
        Assert.Equal(["a", "c"], classes[0].Hosts);
        Assert.Equal(["d"], classes[1].Hosts);
        Assert.Equal((new Frequency(2_394_000_000), new Frequency(2_394_500_000)), (classes[0].LowHz, classes[0].HighHz));
    }

    [Theory]
    [InlineData(2_000_500_000, true)]
    [InlineData(2_000_500_001, false)]
    public void A_host_within_the_tolerance_is_harmless(long hertz, bool isHarmless) =>
        Assert.Equal(isHarmless, Rules.IsHarmless(new Frequency(hertz), new Frequency(2_000_000_000)));

    [Theory]
    [InlineData(10, FrequencyComparison.Equal)]
    [InlineData(10.1, FrequencyComparison.Different)]
    public void A_tolerance_below_what_calibration_differs_by_counts_itself(double ppm, FrequencyComparison expected) =>
        Assert.Equal(expected, new FrequencyRules(new PartsPerMillion(10)).Compare(new PartsPerMillion(ppm)));

    [Fact]
    public void A_host_without_a_frequency_is_in_no_class() => Assert.Empty(Rules.Classify("prod", [new HostFacts { Name = "a", Id = "host-1" }]));

    [Fact]
    public void Every_host_is_in_one_class_that_is_no_wider_than_the_tolerance() =>
        Prop.ForAll(Gen.Choose(2_000_000, 2_010_000).ArrayOf().ToArbitrary(), kilohertz =>
        {
            var classes = Rules.Classify("c", kilohertz.Select((value, index) => Host($"h{index}", value * 1000L)));
            return classes.Sum(found => found.Hosts.Count) == kilohertz.Length
                && classes.All(found => found.HighHz.DifferenceFrom(found.LowHz).Value <= 250)
                && classes.Zip(classes.Skip(1)).All(pair => pair.Second.LowHz.DifferenceFrom(pair.First.LowHz).Value > 250);
        }).QuickCheckThrowOnFailure();

    private static HostFacts Host(string name, long hertz) => new() { Name = name, Id = name, Hz = new Frequency(hertz) };
}
