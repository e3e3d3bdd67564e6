namespace TimerProbe.Core.Tests.Statistics;

/// <summary>Figures about a SQL Server that are estimated from others.</summary>
public sealed class SqlFiguresTests
{
    [Fact]
    public void A_clock_call_costs_what_the_loops_differ_by()
    {
        var call = LoopPair.GetCallCost([.. Enumerable.Range(0, 8).Select(index => Pair(0.2 + (index * 0.001), 0.12))]);
        Assert.Equal(new SqlClockCall(new Duration(835), new Duration(800), new Duration(870), 8),
            call! with { Median = Rounded(call.Median), Low = Rounded(call.Low), High = Rounded(call.High) });
    }

    [Fact]
    public void A_pair_that_was_disturbed_does_not_move_the_cost()
    {
        LoopPair[] pairs = [.. Enumerable.Repeat(Pair(0.2, 0.12), 9), Pair(9, 0.12)];
        Assert.Equal(new Duration(800), Rounded(LoopPair.GetCallCost(pairs)!.High));
    }

    [Fact]
    public void Loops_that_differ_by_noise_may_cost_less_than_nothing() =>
        Assert.True(LoopPair.GetCallCost([Pair(0.119, 0.12)])!.Median < Duration.Zero);

    [Fact]
    public void A_statement_costs_a_seventh_of_what_the_functions_differ_by()
    {
        var cost = LoopPair.GetStatementCost([.. Enumerable.Range(0, 8).Select(index => Pair(0.19 + (index < 4 ? 0 : 0.07), 0.12))])!;
        Assert.Equal((100, 200), (Rounded(cost.FirstHalf).Nanoseconds, Rounded(cost.SecondHalf).Nanoseconds));
        Assert.Equal((100, 200, 8), (Rounded(cost.Low).Nanoseconds, Rounded(cost.High).Nanoseconds, cost.Pairs));
        Assert.Null(LoopPair.GetStatementCost([]));
    }

    [Theory]
    [InlineData(0, 0.1, 100)]
    [InlineData(0.1, 0, 100)]
    [InlineData(0.1, 0.1, 0)]
    public void A_server_that_tells_no_time_has_no_cost(double with, double without, long passes) =>
        Assert.Null(LoopPair.GetCallCost([Pair(0.2, 0.12), new LoopPair(new Duration(with), new Duration(without), passes)]));

    [Fact]
    public void The_interval_of_a_call_holds_its_median() => Prop.ForAll(
        Gen.Choose(1, 1_000_000).Two().Select(pair => new LoopPair(new Duration(pair.Item1), new Duration(pair.Item2), 1000))
            .NonEmptyListOf().ToArbitrary(),
        pairs => LoopPair.GetCallCost([.. pairs]) is { } call && call.Low <= call.Median && call.Median <= call.High)
            .QuickCheckThrowOnFailure();

    [Fact]
    public void Ticks_over_milliseconds_are_the_rate()
    {
        var rate = TickRate.From(
            [(1_000_000, 500), (1_000_000 + (2_494_000L * 15_000), 15_500), (1_000_000 + (2_494_000L * 40_000), 40_500)]);
        Assert.Equal(new Frequency(2_494_000_000), rate.Rate);
        Assert.Equal(400, rate.Uncertainty!.Value.Value, precision: 6);
        Assert.Null(rate.Why);
    }

    [Fact]
    public void Half_a_minute_is_enough_and_milliseconds_may_stand_still_for_a_step()
    {
        var rate = TickRate.From([(1_000, 1), (2_000, 1), (1_000 + (2_494_000L * 30_000), 30_001)]);
        Assert.Equal(new Frequency(2_494_000_000), rate.Rate);
    }

    [Fact]
    public void One_reading_is_no_rate() => Assert.Equal("it takes two readings of cpu_ticks and ms_ticks", TickRate.From([(1, 1)]).Why);

    [Fact]
    public void One_step_back_among_many_is_enough()
    {
        var rate = TickRate.From([(1_000, 1), (900, 20_000), (90_000_000, 40_001)]);
        Assert.Equal((null, "the counters went back or stood still during the run"), (rate.Rate, rate.Why));
    }

    [Theory]
    [InlineData(1, 1, 100, 29_999, "shorter")]
    [InlineData(0, 0, 0, 40_000, "reports no")]
    [InlineData(0, 1, 100, 40_001, "reports no")]
    [InlineData(1, 0, 100, 40_001, "reports no")]
    [InlineData(100, 1, 50, 40_000, "went back")]
    [InlineData(100, 50_000, 200, 40_000, "went back")]
    [InlineData(100, 1, 100, 40_000, "stood still")]
    [InlineData(100, 1, 200, 40_001, "cpu_ticks and ms_ticks give a rate that no clock has")]
    [InlineData(100, 1, 100 + (100_000_001L * 40_000), 40_001, "cpu_ticks and ms_ticks give a rate that no clock has")]
    public void Ticks_that_prove_nothing_have_no_rate(long ticks, long ms, long laterTicks, long laterMs, string why)
    {
        var rate = TickRate.From([(ticks, ms), (laterTicks, laterMs)]);
        Assert.Null(rate.Rate);
        Assert.Contains(why, rate.Why, StringComparison.Ordinal);
    }

    [Fact]
    public void Two_runs_and_runs_without_time_have_no_interval()
    {
        Assert.Null(SqlWorkloadFacts.From(SqlWorkload.Primality, 7, 3, [1, 2]).PerIteration());
        Assert.Null(SqlWorkloadFacts.From(SqlWorkload.Primality, 7, 3, [0, 0, 0]).PerIteration());
        Assert.Null(SqlWorkloadFacts.NotRun(SqlWorkload.Primality, Problem.Create(ProblemCode.NoFigure, $"why")).PerIteration());
        Assert.Equal(1e9, SqlWorkloadFacts.From(SqlWorkload.Primality, 7, 3, [3, 3, 3])
            .PerIteration()!.Value.Median.Nanoseconds, precision: 3);
    }

    [Fact]
    public void The_fastest_earlier_run_of_the_same_instance_and_version_is_compared_with()
    {
        var server = SqlMeasurementBuilder.Bare.Server;
        SqlDocument[] documents =
        [
            Run(server, 449, 1),
            Run(server, 430, 2) with { StatementCostNs = SqlMeasurementBuilder.Price(98, 100, 102) },
            Run(server with { Name = "db02" }, 100, 3),
            Run(server with { Version = "15.0.1" }, 100, 4),
            Run(server with { ProfilingSessions = ["x"] }, 100, 5),
            Run(server, 430, 6) with { Workloads = [] },
        ];
        var chosen = SqlDocument.FastestEarlier(server with { Name = "db01" }, documents)!;
        Assert.Equal((Day(2), true), (chosen.StartedAt, chosen.Normal));
        Assert.Equal(SqlMeasurementBuilder.Price(98, 100, 102), chosen.StatementCostNs);
        Assert.Null(SqlDocument.FastestEarlier(server with { Name = "other" }, documents));
    }

    private static SqlDocument Run(SqlServerFacts server, double nanoseconds, int day) => new()
    {
        Id = Guid.Empty,
        Tool = new ToolInfo("0.1.0"),
        StartedAt = Day(day),
        Server = server,
        Workloads = [SqlMeasurementBuilder.Ran(SqlWorkload.Primality, nanoseconds)],
        Verdict = new SqlVerdict(SqlState.Normal, SqlCause.None, Confidence: null, ""),
        Findings = [],
        Timing = new SqlTiming(1),
    };

    private static DateTimeOffset Day(int day) => new(2026, 11, day, 0, 0, 0, TimeSpan.Zero);

    private static LoopPair Pair(double with, double without) => new(new Duration(with * 1e9), new Duration(without * 1e9), 100_000);

    private static Duration Rounded(Duration duration) => new(Math.Round(duration.Nanoseconds, 3));
}
