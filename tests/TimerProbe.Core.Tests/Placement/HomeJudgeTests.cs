namespace TimerProbe.Core.Tests.Placement;

public sealed class HomeJudgeTests
{
    private const long Slow = 2_394_000_000;
    private const long Fast = 2_593_905_000;

    private static readonly FrequencyRules Rules = new(FrequencyRules.DefaultTolerance);

    [Fact]
    public void What_was_measured_or_recorded_comes_before_what_was_inferred_and_then_the_stronger_source() => Assert.Equal(
        [HomeSource.Guest, HomeSource.Log, HomeSource.Event, HomeSource.History, HomeSource.Statistics, HomeSource.OnlyClass],
        HomeJudge.InOrder(
        [
            Of(HomeSource.OnlyClass, EvidenceCertainty.Inferred), Of(HomeSource.Statistics, EvidenceCertainty.Inferred),
                Of(HomeSource.History, EvidenceCertainty.Inferred),
            Of(HomeSource.Event, EvidenceCertainty.Recorded), Of(HomeSource.Log, EvidenceCertainty.Recorded),
                Of(HomeSource.Guest, EvidenceCertainty.Measured),
        ]).Select(item => item.Source));

    [Theory]
    [InlineData(EvidenceCertainty.Measured, true)]
    [InlineData(EvidenceCertainty.Recorded, true)]
    [InlineData(EvidenceCertainty.Inferred, false)]
    public void What_is_contradicted_counts_only_if_it_was_not_inferred(EvidenceCertainty certainty, bool counts)
    {
        var ordered = HomeJudge.InOrder([Of(HomeSource.Statistics, EvidenceCertainty.Inferred, Fast), Of(HomeSource.Event, certainty)]);
        Assert.Equal(counts ? HomeSource.Event : null, HomeJudge.Choose(ordered, Rules)?.Source);
        Assert.Equal(HomeSource.Statistics, HomeJudge.Contradicting(ordered, Rules)?.Source);
    }

    [Theory]
    [InlineData(250, true)]
    [InlineData(251, false)]
    public void Two_agree_within_the_tolerance(int ppm, bool agree)
    {
        var one = Of(HomeSource.Event, EvidenceCertainty.Recorded, 1_000_000_000);
        var other = Of(HomeSource.Statistics, EvidenceCertainty.Inferred, 1_000_000_000 + (ppm * 1_000));
        Assert.Equal((agree, agree), (HomeJudge.Agree(one, other, Rules), HomeJudge.Agree(other, one, Rules)));
    }

    [Theory]
    [InlineData(Slow - 5_000, Slow)]
    [InlineData(Slow + 100_000, Slow + 100_000)]
    [InlineData(Fast, Slow + 200_000)]
    public void Of_a_range_the_frequency_nearest_to_the_present_one_counts(long present, long expected) => Assert.Equal(
        expected,
        HomeJudge.Nearest(Of(HomeSource.Statistics, EvidenceCertainty.Inferred) with { HighHz = new Frequency(Slow + 200_000) },
            new Frequency(present)).Hertz);

    [Fact]
    public void Without_evidence_there_is_none() => Assert.Null(HomeJudge.Choose([], Rules));

    private static HomeEvidence Of(HomeSource source, EvidenceCertainty certainty, long hertz = Slow) =>
        new(source, new Frequency(hertz), new Frequency(hertz), At: null, certainty, "it says so");
}
