namespace TimerProbe.Core.Tests.Placement;

/// <summary>What must hold of any machine: its home is never wrong but for a move that no sample could tell.</summary>
public sealed class StatisticsProperties
{
    private static readonly FrequencyRules Rules = new(FrequencyRules.DefaultTolerance);
    private static readonly TimeSpan[] Periods = [TimeSpan.FromMinutes(5), TimeSpan.FromMinutes(30), TimeSpan.FromHours(2),
        TimeSpan.FromDays(1)];

    private static Arbitrary<int> Seeds => Gen.Choose(0, int.MaxValue - 1).ToArbitrary();

    [Fact]
    public void A_machine_that_stayed_until_the_samples_agreed_is_never_told_another_class() => Prop.ForAll(Seeds, seed =>
    {
        var cut = CutOf(isKnown: seed % 2 == 0);
        var machine = new SimulatedMachine(seed).Moving(24, everyPeriods: 1 + (seed % 12));
        var period = Periods[seed % 4];
        var home = new StatisticsFrequency(Rules, machine.Hosts).GetHome(machine.Samples(24, period), machine.Processors, SimulatedMachine.Start, cut);
        var hasMoved = machine.Hz.Count > 1 && SimulatedMachine.At(machine.Hz[1].Part, period) < home.Until;
        return home.Evidence is not { } told || hasMoved || BelongsTo(machine.Hz[0].Hz, told.LowHz.Hertz, told.HighHz.Hertz);
    }).Check(Config.QuickThrowOnFailure.WithMaxTest(Cases.Of(5_000)));

    [Fact]
    public void A_busy_machine_is_told_right_however_it_moves_after_the_first_two_periods() => Prop.ForAll(Seeds, seed =>
    {
        var cut = CutOf(isKnown: true);
        var machine = new SimulatedMachine(seed, leastLoad: 0.1, leastSpacing: 0.03).Moving(24, everyPeriods: 3, leastPeriods: 3);
        var period = Periods[seed % 4];
        var samples = machine.Samples(24, period);
        var home = new StatisticsFrequency(Rules, machine.Hosts).GetHome(samples, machine.Processors, SimulatedMachine.Start, cut);
        var isMissing = samples.Take(3).Any(sample => !sample.HasFrequency);
        return home.Evidence is { } told ? BelongsTo(machine.Hz[0].Hz, told.LowHz.Hertz, told.HighHz.Hertz) : isMissing;
    }).Check(Config.QuickThrowOnFailure.WithMaxTest(Cases.Of(2_000)));

    [Theory]
    [InlineData(true, 1)]
    [InlineData(false, 2)]
    public void What_a_server_cuts_is_learned_from_the_homes_that_are_found(bool cutsOnce, int units)
    {
        var cut = new StatisticsCut();
        var (right, wrong) = (0, 0);
        for (var seed = 0; seed < 1_000; seed++)
        {
            var machine = new SimulatedMachine(seed, leastLoad: 0.02, leastSpacing: 0.03);
            var home = new StatisticsFrequency(Rules, machine.Hosts)
                .GetHome(machine.Samples(24, Periods[3], cutsOnce), machine.Processors, SimulatedMachine.Start, cut);
            cut = cut.Learn(home);
            if (home.Evidence is { } told)
            {
                var isRight = BelongsTo(machine.Hz[0].Hz, told.LowHz.Hertz, told.HighHz.Hertz);
                (right, wrong) = isRight ? (right + 1, wrong) : (right, wrong + 1);
            }
        }

        Assert.Equal(units, cut.Units);
        Assert.InRange(right, cutsOnce ? 950 : 700, 1_000);
        Assert.InRange(wrong, 0, cutsOnce ? 0 : 3);
    }

    [Fact]
    public void Stretches_follow_one_another_and_none_is_told_that_was_not() => Prop.ForAll(Seeds, seed =>
    {
        var cut = CutOf(isKnown: true);
        var machine = new SimulatedMachine(seed, leastLoad: 0.1, leastSpacing: 0.03).Moving(190, everyPeriods: 20, leastPeriods: 8);
        var period = Periods[seed % 4];
        var samples = machine.Samples(200, period);
        var stretches = new StatisticsFrequency(Rules, machine.Hosts).GetStretches(samples, machine.Processors, cut);
        var truth = machine.Hz.TakeLast(stretches.Count).ToList();
        return stretches.Count == Math.Min(machine.Hz.Count, 12)
            && stretches.Zip(truth).All(pair => BelongsTo(pair.Second.Hz, pair.First.Hz.Hertz, pair.First.Hz.Hertz))
            && stretches.Zip(truth)
                .All(pair => TellingBetween(samples, pair.First.From, SimulatedMachine.At(pair.Second.Part, period)) <= 2)
            && stretches.Zip(stretches.Skip(1)).All(pair => pair.First.To == pair.Second.From)
            && stretches[^1].To is null;
    }).Check(Config.QuickThrowOnFailure.WithMaxTest(Cases.Of(500)));

    /// <summary>How many samples with a frequency lie between two times, whichever is first.</summary>
    private static int TellingBetween(IReadOnlyList<CpuSample> samples, DateTimeOffset one, DateTimeOffset other) =>
        samples.Count(sample => sample.HasFrequency && sample.From >= (one < other ? one : other) && sample.To <= (one < other ? other : one));

    /// <summary>What is known of the server: nothing, or that it cuts once.</summary>
    private static StatisticsCut CutOf(bool isKnown) => isKnown ? new StatisticsCut(Samples: 100, CutOnce: 100) : new StatisticsCut();

    // Hosts of a class lie some kilohertz above its base.
    private static bool BelongsTo(long hz, long low, long high) => low - 10_000 <= hz && hz <= high + 10_000;
}
