using static TimerProbe.Core.Tests.Verdicts.SqlMeasurementBuilder;

namespace TimerProbe.Core.Tests.Verdicts;

/// <summary>One test for each row of the verdict table, and its edges.</summary>
public sealed class SqlJudgeTests
{
    private static readonly SqlMeasurement Remote = Bare.With(SqlWorkload.SetControl, 100);

    [Theory]
    [InlineData(449)]
    [InlineData(2_300)]
    public void Without_any_reference_there_is_nothing_to_compare_with_however_slow(double nanoseconds)
    {
        var verdict = SqlJudge.Judge(Remote.With(SqlWorkload.Primality, nanoseconds).With(SqlWorkload.CommitOneTransaction, 30_000));
        Assert.Equal(new SqlVerdict(SqlState.Unclear, SqlCause.Unknown, null, "nothing to compare with"), verdict);
    }

    [Theory]
    [InlineData(150, 199, SqlState.Normal, SqlCause.None)]
    [InlineData(150, 200, SqlState.Unclear, SqlCause.Unknown)] // twice as slow as the fastest there is
    [InlineData(900, 950, SqlState.Unclear, SqlCause.Unknown)]
    [InlineData(999, 1_100, SqlState.Unclear, SqlCause.Unknown)] // the interval reaches below
    [InlineData(1_030, 1_100, SqlState.Slow, SqlCause.Clock)]
    public void A_statement_is_judged_by_its_interval(double low, double high, SqlState state, SqlCause cause)
    {
        var verdict = SqlJudge.Judge(Remote.Priced(low, (low + high) / 2, high));
        Assert.Equal((state, cause), (verdict.State, verdict.Cause));
        Assert.Equal(cause == SqlCause.Clock ? Confidence.Expected : null, verdict.Confidence);
    }

    [Theory]
    [InlineData(102, SqlState.Unclear)] // with its interval, a statement is less than 10 rows
    [InlineData(300, SqlState.Unclear)] // the processor does not serve
    [InlineData(60, SqlState.Slow)]
    public void An_expensive_statement_is_the_clocks_only_beside_a_cheap_control(double row, SqlState state) =>
        Assert.Equal(state, SqlJudge.Judge(Bare.With(SqlWorkload.SetControl, row).Priced(1_030, 1_060, 1_100)).State);

    [Fact]
    public void What_may_record_statements_unseen_is_not_laid_to_the_clock()
    {
        var verdict = SqlJudge.Judge(Remote.Unseen().Priced(1_900, 2_000, 2_100));
        Assert.Equal((SqlState.Unclear, SqlCause.Unknown), (verdict.State, verdict.Cause));
        var slower = SqlJudge.Judge(Remote.Unseen().With(SqlWorkload.Primality, 2_000)
            .Before(normal: true, Ran(SqlWorkload.Primality, 449), Ran(SqlWorkload.SetControl, 100)));
        Assert.Equal((SqlState.Slow, SqlCause.Unknown), (slower.State, slower.Cause));
    }

    [Fact]
    public void A_price_that_changed_while_it_was_measured_is_unclear()
    {
        var cost = new SqlStatementCost(
            new Duration(300), new Duration(140), new Duration(1_450), 8, new Duration(1_400), new Duration(150));
        var measured = Remote with { StatementCost = cost };
        Assert.Equal("a statement costs 140 ns to 1,450 ns by its pairs of runs: something changed meanwhile", SqlJudge.Judge(measured).Because);
        Assert.Equal(SqlState.Unclear, SqlJudge.Judge(measured.Before(normal: true, Ran(SqlWorkload.Primality, 449))).State);
        Assert.Equal("nothing to compare with", SqlJudge.Judge(measured.Another()).Because);
        Assert.Equal("a statement costs -50 ns to 1,450 ns by its pairs of runs: something changed meanwhile", SqlJudge.Judge(Remote.Priced(-50, 300, 1_450)).Because);
    }

    [Theory]
    [InlineData(100, 140, SqlState.Unclear)]
    [InlineData(100, 400, SqlState.Normal)] // the processor was short in turns
    public void A_function_whose_runs_had_another_clock_each_is_not_excused_by_a_statement(double control, double most, SqlState state)
    {
        var measured = Bare.Priced(140, 150, 160) with { Workloads = [RanIn(SqlWorkload.Primality, 449, 449, 2_000)] };
        Assert.Equal(state, SqlJudge.Judge(measured.Beside(SqlWorkload.Primality, control, control, most)).State);
    }

    [Theory]
    [InlineData(2_700, SqlState.Slow, SqlCause.Clock)]
    [InlineData(2_500, SqlState.Unclear, SqlCause.Unknown)] // 25 times a row, but not with both intervals
    [InlineData(449, SqlState.Unclear, SqlCause.Unknown)]
    public void Without_a_price_the_interpreted_function_is_held_against_the_control(double iteration, SqlState state, SqlCause cause)
    {
        var verdict = SqlJudge.Judge(Remote.With(SqlWorkload.Primality, iteration));
        Assert.Equal((state, cause), (verdict.State, verdict.Cause));
    }

    [Fact]
    public void A_price_is_sharper_than_the_interpreted_function_but_does_not_excuse_it()
    {
        Assert.Equal(SqlState.Unclear, SqlJudge.Judge(Remote.With(SqlWorkload.Primality, 2_700).Priced(900, 925, 950)).State);
        Assert.Equal(SqlState.Normal, SqlJudge.Judge(Remote.With(SqlWorkload.Primality, 2_400).Priced(140, 150, 160)).State);
        Assert.Equal(
            "the interpreted function takes 27 times its control, but a statement costs only 150 ns: something may have changed meanwhile",
            SqlJudge.Judge(Remote.With(SqlWorkload.Primality, 2_700).Priced(140, 150, 160)).Because);
    }

    /// <summary>What is judged of a run in which these things were measured.</summary>
    public static TheoryData<SqlMeasurement, SqlState, SqlCause, Confidence?> Runs => new()
    {
        // A clock call decides nothing alone, be it dear beside a dear control, nor beside a statement.
        { Remote.Calls(600, 620, 640), SqlState.Unclear, SqlCause.Unknown, null },
        { Remote.Calls(350, 385, 420), SqlState.Unclear, SqlCause.Unknown, null },
        { Remote.Calls(-20, 140, 299), SqlState.Unclear, SqlCause.Unknown, null },
        { Remote.Priced(140, 150, 160).Calls(350, 400, 420), SqlState.Unclear, SqlCause.Unknown, null },
        { Remote.Priced(1_900, 2_000, 2_100).Calls(40, 60, 80, step: 1e6), SqlState.Slow, SqlCause.Clock, Confidence.Expected }, // its steps are coarse
        { Remote.Interpreted().Calls(790, 820, 860, pairs: 6), SqlState.Slow, SqlCause.Clock, Confidence.Inferred },
        { Remote.Interpreted().Calls(790, 820, 860).Commits(12e6, write: 11e6), SqlState.Slow, SqlCause.Clock, Confidence.Inferred }, // before storage

        // A statement without a control, with a query store that chooses, with the control beside it.
        { Bare.Priced(1_900, 2_000, 2_100), SqlState.Unclear, SqlCause.Unknown, null },
        { Remote.Priced(140, 150, 160) with { Server = Bare.Server with { QueryStoreCapture = "AUTO" } }, SqlState.Normal, SqlCause.None, null },
        { Dear(SqlWorkload.StatementCost, 13_500).Priced(1_400, 1_500, 1_600), SqlState.Unclear, SqlCause.Unknown, null },
        { Dear(SqlWorkload.ClockCalls, 2_000).Calls(700, 720, 740), SqlState.Unclear, SqlCause.Unknown, null },
        { Bare.With(SqlWorkload.Primality, 2_700).Beside(SqlWorkload.Primality, 98, 100, 102), SqlState.Slow, SqlCause.Clock, Confidence.Expected }, // that of its own is not missed

        // Checks of this machine.
        { Remote.Checked(ClockState.Healthy), SqlState.Normal, SqlCause.None, null },
        { Remote.Checked(ClockState.Check), SqlState.Normal, SqlCause.None, null },
        { Remote.Checked(ClockState.Unclear), SqlState.Unclear, SqlCause.Unknown, null },
        { Twice(Check(ClockState.Healthy), Check(ClockState.Slow)), SqlState.Unclear, SqlCause.Unknown, null },
        { Twice(Check(ClockState.Slow, ClockCause.TscTrapped), Check(ClockState.Suspicious)), SqlState.Slow, SqlCause.Clock, Confidence.Measured },
        { Twice(Check(ClockState.Healthy), Check(ClockState.Unclear, ClockCause.CpuStarved, starved: true)), SqlState.Normal, SqlCause.None, null },
        { Remote.Checked(ClockState.Slow, ClockCause.TscTrapped), SqlState.Slow, SqlCause.Clock, Confidence.Measured },
        { Remote.Checked(ClockState.Slow).Profiled(), SqlState.Slow, SqlCause.Clock, Confidence.Measured },
        { Remote.Checked(ClockState.Healthy).Priced(230, 240, 250), SqlState.Normal, SqlCause.None, null },
        { Remote.Checked(ClockState.Healthy).Priced(1_900, 2_000, 2_100), SqlState.Unclear, SqlCause.Unknown, null },

        // A healthy check keeps the clock from being blamed however starved this program was.
        { Twice(Check(ClockState.Healthy, starved: true), Check(ClockState.Healthy, starved: true)).Priced(1_900, 2_000, 2_100), SqlState.Unclear, SqlCause.Unknown, null },
        { Twice(Check(ClockState.Healthy, starved: true), Check(ClockState.Slow, starved: true)).Priced(1_900, 2_000, 2_100), SqlState.Unclear, SqlCause.Unknown, null },
        { Twice(Check(ClockState.Healthy), Check(ClockState.Unclear, starved: true)).Priced(1_900, 2_000, 2_100), SqlState.Unclear, SqlCause.Unknown, null },
        { Remote.Checked(ClockState.Unclear, starved: true).Priced(1_900, 2_000, 2_100), SqlState.Slow, SqlCause.Clock, Confidence.Expected },
        { Twice(Check(ClockState.Slow), Check(ClockState.Unclear, starved: true)).Priced(1_900, 2_000, 2_100), SqlState.Slow, SqlCause.Clock, Confidence.Measured },

        // A division of this program tells only whether it was served, a native one of the server by inference.
        { Remote.Checked(ClockState.Healthy).With(SqlWorkload.PrimalityClient, 20), SqlState.Normal, SqlCause.None, null },
        { Remote.Checked(ClockState.Healthy).With(SqlWorkload.PrimalityClient, 90), SqlState.Unclear, SqlCause.Unknown, null },
        { Remote.Checked(ClockState.Healthy).With(SqlWorkload.PrimalityClient, 130), SqlState.Unclear, SqlCause.Unknown, null },
        { Remote.With(SqlWorkload.PrimalityNative, 130), SqlState.Slow, SqlCause.Cpu, Confidence.Inferred },
        { Remote.Commits(12e6, write: 11e6).Beside(SqlWorkload.CommitLoop, 160, 160, 160), SqlState.Unclear, SqlCause.Unknown, null },

        // An earlier run without a control; the processor was short beside the function alone.
        { Remote.With(SqlWorkload.Primality, 2_000).Before(normal: true, Ran(SqlWorkload.Primality, 449)), SqlState.Slow, SqlCause.Unknown, null },
        { SlowerThanBefore(6, 1).Beside(SqlWorkload.Primality, 98, 100, 102), SqlState.Slow, SqlCause.Clock, Confidence.Inferred },
        { SlowerThanBefore(6, 1).Beside(SqlWorkload.Primality, 98, 100, 600), SqlState.Slow, SqlCause.Unknown, null },
        { SlowerThanBefore(6, 1).Beside(SqlWorkload.Primality, 580, 600, 620), SqlState.Slow, SqlCause.Cpu, Confidence.Inferred },
    };

    [Theory]
    [MemberData(nameof(Runs))]
    public void A_run_is_judged_by_all_that_was_measured(SqlMeasurement measured, SqlState state, SqlCause cause, Confidence? confidence)
    {
        var verdict = SqlJudge.Judge(measured);
        Assert.Equal((state, cause, confidence), (verdict.State, verdict.Cause, verdict.Confidence));
    }

    [Theory]
    [InlineData(600, Confidence.Inferred)]
    [InlineData(599, Confidence.Expected)] // the interval reaches below
    public void Beside_a_slow_interpreted_function_a_clock_call_with_fine_steps_says_it_is_the_clock(double low, Confidence confidence)
    {
        var verdict = SqlJudge.Judge(Remote.Interpreted().Calls(low, low + 20, low + 40));
        Assert.Equal((SqlState.Slow, SqlCause.Clock, confidence), (verdict.State, verdict.Cause, verdict.Confidence));
    }

    [Theory]
    [InlineData(60, 1, SqlCause.Clock)]
    [InlineData(49, 1, SqlCause.Unknown)]
    [InlineData(60, 2, SqlCause.Cpu)]
    public void One_sign_far_beyond_its_limit_beside_an_even_control_decides_though_a_statement_is_unclear(double rows, double grew, SqlCause cause) =>
        Assert.Equal(
            cause,
            SqlJudge.Judge(Bare.Priced(500, 700, 900).With(SqlWorkload.SetControl, 100 * grew).With(SqlWorkload.Primality, rows * 100 * grew)
                .Before(normal: false, Ran(SqlWorkload.SetControl, 100))).Cause);

    [Fact]
    public void Another_engine_has_no_limits_only_comparisons()
    {
        Assert.Equal("nothing to compare with", SqlJudge.Judge(Remote.Another().Priced(1_900, 2_000, 2_100).Calls(760, 784, 800)).Because);
        Assert.Equal("nothing to compare with", SqlJudge.Judge(Remote.Another().Priced(90, 100, 110).With(SqlWorkload.Primality, 4_000)).Because);
        var slower = SqlJudge.Judge(Remote.Another().With(SqlWorkload.Primality, 2_000)
            .Before(normal: true, Ran(SqlWorkload.Primality, 449), Ran(SqlWorkload.SetControl, 100)));
        Assert.Equal((SqlState.Slow, SqlCause.Clock, Confidence.Inferred), (slower.State, slower.Cause, slower.Confidence!.Value));
    }

    [Fact]
    public void What_an_earlier_normal_run_had_too_is_no_slow_clock()
    {
        var verdict = SqlJudge.Judge(Remote.Priced(1_900, 2_000, 2_100)
            .Before(normal: true, Ran(SqlWorkload.Primality, 449), Ran(SqlWorkload.SetControl, 100)).PricedBefore(2_000));
        Assert.Equal(SqlState.Unclear, verdict.State);
        Assert.Equal(
            "a statement costs 2,000 ns, 20.0 times a row of the set-based control, but no more than in an earlier run that was normal",
            verdict.Because);
    }

    [Theory]
    [InlineData(12_000, 12_200, 4_800, "a statement costs 12,000 ns")]
    [InlineData(12_000, 30_000, 4_800, "a statement costs 12,000 ns")] // the halves do not repeat
    [InlineData(-408, -400, 4_800, "asking for the time costs 20,000 ns inside the server")]
    [InlineData(-408, -400, 100, "an iteration of the interpreted function costs 50,000 ns")]
    public void Figures_of_a_process_with_a_slow_clock_keep_a_fast_check_from_saying_normal_on_any_engine(
        double first, double second, double call, string figure)
    {
        var price = new SqlStatementCost(
            new Duration(first), new Duration(first - 50), new Duration(second + 50), 8, new Duration(first), new Duration(second));
        Assert.All([Remote, Remote.Another()], server =>
        {
            var verdict = SqlJudge.Judge((server.With(SqlWorkload.Primality, 50_000).With(SqlWorkload.SetControl, 125)
                .With(SqlWorkload.PrimalityClient, 2.3).Checked(ClockState.Healthy) with
            { StatementCost = price })
                .Calls(call, call == 100 ? 100 : 20_000, 53_000));
            Assert.Equal((SqlState.Unclear, SqlCause.Unknown), (verdict.State, verdict.Cause));
            Assert.Contains(", but on this machine a precise-time read costs so much", verdict.Because, StringComparison.Ordinal);
            if (!server.IsSqlServer)
            {
                Assert.StartsWith(figure, verdict.Because, StringComparison.Ordinal);
            }
        });
    }

    /// <summary>A healthy call that costs most of a microsecond on an engine whose smallest step is one, and a busy run.</summary>
    [Theory]
    [InlineData(1_050, 1_000, false, SqlState.Normal, "on this machine a precise-time read costs so much")]
    [InlineData(1_050, 100, false, SqlState.Unclear, "asking for the time costs 1,070 ns inside the server, but on this machine")]
    [InlineData(1_050, 100_000, false, SqlState.Unclear, "asking for the time costs 1,070 ns inside the server, but on this machine")] // coarse steps
    [InlineData(2_050, 1_000, false, SqlState.Unclear, "asking for the time costs 2,070 ns inside the server, but on this machine")]
    [InlineData(2_050, 4_000, false, SqlState.Unclear, "asking for the time costs 2,070 ns inside the server, but on this machine")] // no more than a slow clock adds
    [InlineData(2_050, 1_000, true, SqlState.Unclear, "this machine's clock was measured fast, but this program did not get its processors")]
    public void What_contradicts_a_fast_check_follows_the_engines_step_and_starvation_is_said_first(
        double call, double step, bool starved, SqlState state, string because)
    {
        var measured = Remote.Another().Checked(ClockState.Healthy).Calls(call, call + 20, call + 40, step: step);
        var verdict = SqlJudge.Judge(measured with { CheckAfter = Check(ClockState.Healthy, starved: starved) });
        Assert.Equal(state, verdict.State);
        Assert.StartsWith(because, verdict.Because, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(false, 11e6, "; storage is slow too: a commit costs 12.0 ms, and the same rows in one transaction are fast; a write of the log took 11.0 ms meanwhile")]
    [InlineData(true, null, "; commits are slow too: a commit costs 12.0 ms, but nothing shows whether they waited for the log or for a processor: an earlier run would show it")]
    public void Slow_commits_are_said_after_a_slow_clock(bool another, double? write, string ending)
    {
        var measured = Remote.Checked(ClockState.Slow, ClockCause.TscTrapped).Commits(12e6, write: write);
        var verdict = SqlJudge.Judge(another ? measured.Another() : measured);
        Assert.Equal((SqlState.Slow, SqlCause.Clock), (verdict.State, verdict.Cause));
        Assert.Equal($"on this machine a precise-time read costs so much{ending}", verdict.Because);
    }

    [Theory]
    [InlineData(2.8, 1.0, SqlState.Slow, SqlCause.Clock)]
    [InlineData(20, 2.0, SqlState.Slow, SqlCause.Clock)] // behind a busy processor
    [InlineData(2.55, 1.0, SqlState.Unclear, SqlCause.Unknown)] // the interval of the ratio reaches below 2.5
    [InlineData(2.0, 1.0, SqlState.Unclear, SqlCause.Unknown)]
    [InlineData(1.2, 1.0, SqlState.Normal, SqlCause.None)]
    [InlineData(2.7, 1.6, SqlState.Slow, SqlCause.Cpu)]
    [InlineData(2.7, 1.5, SqlState.Slow, SqlCause.Unknown)] // the control may have changed or not
    public void An_earlier_run_is_compared_with_the_controls_beside_it(double slower, double control, SqlState state, SqlCause cause)
    {
        var verdict = SqlJudge.Judge(SlowerThanBefore(slower, control));
        Assert.Equal((state, cause), (verdict.State, verdict.Cause));
    }

    [Fact]
    public void A_healthy_server_is_not_short_of_cpu_because_this_program_was() => Assert.All(
        [Remote.Checked(ClockState.Unclear, ClockCause.CpuStarved, starved: true),
            Remote.Checked(ClockState.Slow, ClockCause.Unknown, starved: true)],
        measured => Assert.Equal(
            SqlState.Normal, SqlJudge.Judge(measured.Priced(140, 150, 160).With(SqlWorkload.PrimalityClient, 400)).State));

    [Theory]
    [InlineData(ClockCause.TscTrapped, SqlCause.Clock)]
    [InlineData(ClockCause.PlatformTimer, SqlCause.Clock)]
    [InlineData(ClockCause.CpuStarved, SqlCause.Unknown)]
    [InlineData(ClockCause.Unknown, SqlCause.Unknown)]
    public void A_cause_that_was_found_holds_on_a_machine_kept_busy_too(ClockCause found, SqlCause cause)
    {
        var verdict = SqlJudge.Judge(Remote.Checked(ClockState.Slow, found, starved: true));
        Assert.Equal((cause == SqlCause.Clock ? SqlState.Slow : SqlState.Unclear, cause), (verdict.State, verdict.Cause));
        Assert.Equal(cause == SqlCause.Clock ? Confidence.Measured : null, verdict.Confidence);
    }

    [Theory]
    [InlineData(12e6, 30e3, 11e6, SqlState.Slow, SqlCause.Storage)]
    [InlineData(12e6, 30e3, 6e6, SqlState.Slow, SqlCause.Storage)] // half of a commit
    [InlineData(12e6, 30e3, 5.9e6, SqlState.Unclear, SqlCause.Unknown)]
    [InlineData(12e6, 30e3, null, SqlState.Unclear, SqlCause.Unknown)] // it may be the processor that each commit waits for
    [InlineData(12e6, 2e6, 11e6, SqlState.Unclear, SqlCause.Unknown)] // the rows are dear as well
    [InlineData(7e6, 30e3, 6e6, SqlState.Unclear, SqlCause.Unknown)]
    [InlineData(4e6, 30e3, 4e6, SqlState.Normal, SqlCause.None)] // an ordinary disk
    public void Dear_commits_of_cheap_rows_are_storage_where_the_log_was_waited_for(
        double commit, double row, double? write, SqlState state, SqlCause cause)
    {
        var verdict = SqlJudge.Judge(Remote.Priced(140, 150, 160).Commits(commit, row, write));
        Assert.Equal((state, cause), (verdict.State, verdict.Cause));
    }

    [Theory]
    [InlineData(100, 100, null, SqlCause.Storage)] // the controls are as before
    [InlineData(200, 100, null, SqlCause.Cpu)]
    [InlineData(100, 160, 11e6, SqlCause.Unknown)] // the processor was short while it committed
    [InlineData(100, 160, null, SqlCause.Unknown)]
    public void Dear_commits_are_never_storage_beside_a_slow_control(double control, double beside, double? write, SqlCause cause) =>
        Assert.Equal(
        cause,
        SqlJudge.Judge(Remote.With(SqlWorkload.SetControl, control).Commits(12e6, write: write)
            .Beside(SqlWorkload.CommitLoop, beside, beside, beside)
            .Before(normal: true, Ran(SqlWorkload.SetControl, 100))).Cause);

    [Fact]
    public void A_commit_is_half_of_what_a_row_costs_more_in_transactions_of_its_own() =>
        Assert.Equal(8.0, SqlStorage.From(Remote.With(SqlWorkload.CommitLoop, 16.5e6).With(SqlWorkload.CommitOneTransaction, 0.5e6))
            .Commit!.Value.Median.Milliseconds, 1e-9);

    public static TheoryData<SqlMeasurement, string> Reasons => new()
    {
        { Remote with { Check = Check(ClockState.Slow) }, NothingToCompare }, // of another machine
        { Remote.With(SqlWorkload.PrimalityClient, 500), NothingToCompare },
        { Remote.Calls(790, 820, 860, pairs: 5), NothingToCompare },
        { Remote.Calls(790, 820, 860, step: 100_000), NothingToCompare }, // coarse steps
        { Remote.Calls(790, 820, 860) with { Server = Remote.Server }, NothingToCompare },
        { Remote with { StatementCost = Price(-50, -30, -10) }, NothingToCompare }, // eight statements cost less than one
        { Remote.Before(normal: false, Ran(SqlWorkload.Primality, 449)), NothingToCompare },
        { Remote.With(SqlWorkload.Primality, 2_000).Before(normal: true, Ran(SqlWorkload.Primality, 449) with { Inlineable = true }), NothingToCompare },
        { Only(RanIn(SqlWorkload.CommitLoop, 0.6e6, 0.6e6, 40e6), RanIn(SqlWorkload.CommitOneTransaction, 0, 0, 0.001)), NothingToCompare },
        {
            Only(RanIn(SqlWorkload.CommitLoop, 0.6e6, 0.6e6, 40e6), Ran(SqlWorkload.CommitOneTransaction, 100)),
            "a commit costs 0.3 ms, 0.3 to 20.0 ms by its runs: too uneven to call it fast or slow"
        },
        { Remote.With(SqlWorkload.PrimalityNative, 130), "testing a divisor takes 130 ns natively compiled, which reads no clock" },
        { Remote.Priced(140, 150, 160), "a statement costs 150 ns, its clock reads included: a slow clock makes it cost more" },
        { SlowerThanBefore(1.2, 1), "an iteration takes 1.2 times as long as on 1970-01-01 00:00 UTC, when it was normal" },
        {
            Remote.Priced(1_900, 2_000, 2_100),
            "a statement costs 2,000 ns, 20.0 times a row of the set-based control; "
                + "100 to 250 ns is expected with a fast clock, and 1,000 ns or more with a slow one"
        },
        { Remote.Commits(7e6), "a commit costs 7.0 ms: too much for fast storage, too little or too uneven to call it slow" },
        {
            Remote.Another().Priced(40_000, 41_000, 42_000).Commits(7e6),
            "a statement costs 41,000 ns, and a commit costs 7.0 ms: an earlier run on a day when it was fast (--save) would show whether the server was always so"
        },
        {
            Only(RanIn(SqlWorkload.Primality, 449, 500, 9_000)).Before(normal: true, Ran(SqlWorkload.Primality, 449)),
            "an iteration takes 1.1 times as long as on 1970-01-01 00:00 UTC, 1.0 to 20.5 times by its runs: too uneven to compare"
        },
        {
            Remote.Checked(ClockState.Healthy).Calls(790, 820, 860),
            "asking for the time costs 820 ns inside the server, but on this machine a precise-time read costs so much: "
                + "the server may run elsewhere or on another clock, or something else makes it slow; an earlier run on a day when it was fast (--save) would decide it"
        },
        {
            Twice(Check(ClockState.Healthy), Check(ClockState.Slow, ClockCause.TscTrapped)),
            "one check of this machine's clock found it fast, and in the other a precise-time read costs so much: it changed during the workloads"
        },
        {
            Remote.With(SqlWorkload.Primality, 2_000).Priced(690, 700, 710).Before(normal: true, Ran(SqlWorkload.Primality, 449), Ran(SqlWorkload.SetControl, 100)).PricedBefore(150),
            "a statement takes 4.7 times as long as on 1970-01-01 00:00 UTC, and the controls, which read no clock, did not change"
        },
        { SlowerThanBefore(20, 2.0).Another(), "an iteration takes 20.0 times as long as on 1970-01-01 00:00 UTC, and the controls, which read no clock, 2.1 times at the most; the processor is short too: the controls, which read no clock, are slower than on 1970-01-01 00:00 UTC too" },
        { SlowerThanBefore(10, 1.4).Another(), "an iteration takes 10.0 times as long as on 1970-01-01 00:00 UTC, and the controls, which read no clock, did not change" },
        { SlowerThanBefore(167, 1).Another().Checked(ClockState.Healthy), "an iteration takes 167.0 times as long as on 1970-01-01 00:00 UTC, and not by this machine's clock: a precise-time read costs so much" },
        { SlowerThanBefore(4.5, 1).Unseen(), "an iteration takes 4.5 times as long as on 1970-01-01 00:00 UTC, and it cannot be seen whether something records every statement, which costs as much" },
        { SlowerThanBefore(2.7, 1.5), "an iteration takes 2.7 times as long as on 1970-01-01 00:00 UTC, and nothing shows why" },
        {
            Twice(Check(ClockState.Slow), Check(ClockState.Slow, ClockCause.TscTrapped) with { Verdict = new(ClockState.Slow, ClockCause.TscTrapped, null, "RDTSC traps") }),
            "on this machine RDTSC traps"
        },
        {
            Remote.Interpreted().Calls(790, 820, 860),
            "asking for the time costs 820 ns inside the server (790 ns to 860 ns); at 600 ns or more, the clock is slow"
        },
        {
            Bare.With(SqlWorkload.SetControl, 300).Calls(790, 820, 860),
            "asking for the time costs 790 ns to 860 ns inside the server: that may include the cost of the function call, a slow clock or a slow processor"
        },
        {
            Remote.Priced(1_900, 2_000, 2_100).Calls(40, 60, 80),
            "a statement costs 2,000 ns, 20.0 times a row of the set-based control, but asking for the time costs only 60 ns"
        },
        {
            Remote.With(SqlWorkload.Primality, 2_700).Beside(SqlWorkload.Primality, 50, 50, 50),
            "an iteration of the interpreted function costs 27 times a row of the set-based control; 2 to 20 times is expected with a fast clock"
        },
        {
            Remote.Priced(500, 700, 900).With(SqlWorkload.Primality, 6_000).Before(normal: false, Ran(SqlWorkload.SetControl, 100)),
            "an iteration of the interpreted function costs 60 times a row of the set-based control; 2 to 20 times is expected with a fast clock; what a statement costs is unclear: 500 ns to 900 ns"
        },
        { Only(RanIn(SqlWorkload.Primality, 400, 400, 1_000)), "an iteration of the interpreted function cost 400 ns to 1,000 ns by its runs, and the control between them is even: something changed meanwhile" },
        {
            Remote.With(SqlWorkload.Primality, 900).Priced(178, 180, 182).Before(normal: true, Ran(SqlWorkload.Primality, 449), Ran(SqlWorkload.SetControl, 100)).PricedBefore(100),
            "an iteration takes 2.0 times as long as on 1970-01-01 00:00 UTC: too little for a slow clock, too much for chance"
        },
        { SlowerThanBefore(1.5, 1), "an iteration takes 1.5 times as long as on 1970-01-01 00:00 UTC: too little for a slow clock, too much for chance" },
        { SlowerThanBefore(2.5, 1), "an iteration takes 2.5 times as long as on 1970-01-01 00:00 UTC, 2.4 to 2.6 times by its runs: too uneven to compare" },
        { Remote.Commits(12e6).Before(normal: true, Ran(SqlWorkload.SetControl, 100)), "a commit costs 12.0 ms, and the same rows in one transaction are fast" },
        {
            Remote.Commits(12e6).Beside(SqlWorkload.CommitLoop, 100, 100, 100),
            "a commit costs 12.0 ms, but nothing shows whether they waited for the log or for a processor: the right to view the server's state, or an earlier run, would show it"
        },
        { Remote.With(SqlWorkload.PrimalityNative, 90), "the controls, which read no clock, were too uneven to compare with" },
        {
            Remote.Unseen().Priced(1_900, 2_000, 2_100),
            "a statement costs 2,000 ns, 20.0 times a row of the set-based control: slow, unless a trace that this login cannot see records statements; ALTER TRACE decides"
        },
        {
            Sessionless(Remote).With(SqlWorkload.Primality, 2_700),
            "the interpreted function takes 27 times its control: slow, unless an event session that this login cannot see records statements; VIEW SERVER STATE (from 2022 VIEW SERVER PERFORMANCE STATE) decides"
        },
        {
            Sessionless(Remote.Unseen()).With(SqlWorkload.Primality, 2_700),
            "the interpreted function takes 27 times its control: slow, unless an event session or a trace that this login cannot see records statements; timerprobe check in the server's machine decides"
        },
        {
            Remote.Checked(ClockState.Healthy).Priced(430, 440, 450),
            "a statement costs 440 ns, 4.4 times a row of the set-based control, though this machine's clock was measured fast: the processor, or something that records statements"
        },
        {
            Remote.Priced(900, 925, 950),
            "a statement costs 925 ns, 9.3 times a row of the set-based control: too much to rule out a slow clock, and too little, or too little above the control, to prove one"
        },
        {
            SlowerThanBefore(2, 1).Priced(140, 150, 160),
            "an iteration takes 2.0 times as long as on 1970-01-01 00:00 UTC: too little for a slow clock, too much for chance"
        },
        { Bare.Priced(430, 440, 450), "a statement costs 440 ns: too much to rule out a slow clock, and too little, or too little above the control, to prove one" },
        { Remote.Checked(ClockState.Suspicious), "the checks of this machine's clock during the workloads were inconclusive" },
        { Remote.Checked(ClockState.Unclear, ClockCause.CpuStarved, starved: true), "this program did not get its processors during the workloads, so its measurements of the machine say nothing" },
    };

    private static SqlMeasurement Sessionless(SqlMeasurement measured) => measured with { Server = measured.Server with { ProfilingSessions = null } };

    [Theory]
    [MemberData(nameof(Reasons))]
    public void Why_it_is_judged_so_is_said(SqlMeasurement measured, string because) =>
        Assert.Equal(because, SqlJudge.Judge(measured).Because);

    [Theory]
    [InlineData(600, 700, 700, 6, true)]
    [InlineData(600, 700, 700, 5, false)]
    [InlineData(0, 700, 700, 6, false)]
    [InlineData(600, -700, 700, 6, false)]
    [InlineData(600, 700, -700, 6, false)]
    [InlineData(600, 600, 899, 6, true)]
    [InlineData(600, 600, 900, 6, false)]
    [InlineData(600, 900, 600, 6, false)]
    public void A_price_counts_that_is_above_0_and_repeats_in_six_pairs(
        double low, double first, double second, int pairs, bool counts) => Assert.Equal(
        counts,
        SqlMeasurement.GetPrice(new SqlStatementCost(
            new Duration(700), new Duration(low), new Duration(800), pairs, new Duration(first), new Duration(second))) is not null);

    [Theory]
    [InlineData(600, 900, 6, true)]
    [InlineData(600, 900, 5, false)]
    [InlineData(-5, 1_000, 6, true)]
    [InlineData(-5, 999, 6, false)]
    [InlineData(0, 999, 6, false)]
    public void A_price_changes_that_does_not_repeat_and_is_above_0_or_may_be_a_slow_clocks(double low, double high, int pairs, bool changes) =>
        Assert.Equal(changes, (Remote with
        {
            StatementCost = new SqlStatementCost(new Duration(700), new Duration(low), new Duration(high), pairs, new Duration(100), new Duration(900)),
        }).HasChangingPrice);

    [Fact]
    public void A_row_beside_a_workload_is_compared_with_one_beside_it_rather_than_with_one_by_itself()
    {
        var measured = SlowerThanBefore(6, 3).Beside(SqlWorkload.Primality, 160, 160, 160);
        Assert.Equal(1.6, measured.ControlAgainstEarlier(SqlWorkload.Primality)!.Value.Median, 1e-9);
        var beside = measured.Earlier!.Workloads[0] with { ControlNs = [new Duration(80), new Duration(80), new Duration(80)] };
        measured = measured with { Earlier = measured.Earlier with { Workloads = [beside, .. measured.Earlier.Workloads.Skip(1)] } };
        Assert.Equal(2, measured.ControlAgainstEarlier(SqlWorkload.Primality)!.Value.Median, 1e-9);
    }

    [Fact]
    public void A_price_is_compared_on_SQL_Server()
    {
        var measured = Remote.Priced(690, 700, 710).Before(normal: true, Ran(SqlWorkload.Primality, 449)).PricedBefore(150);
        Assert.NotNull(measured.PriceAgainstEarlier());
        Assert.Null(measured.Another().PriceAgainstEarlier());
    }

    [Theory]
    [InlineData(1_000, 6, true)]
    [InlineData(1_000, 5, false)]
    [InlineData(999, 6, false)]
    public void A_figure_contradicts_a_fast_check_from_the_limit_on(double low, int pairs, bool contradicts)
    {
        Assert.Equal(contradicts, SqlClock.ContradictionIn(Remote.Priced(low, 1_100, 1_200, pairs)) is not null);
        Assert.Equal(contradicts, SqlClock.ContradictionIn(Remote.Calls(low, 1_100, 1_200, pairs)) is not null);
        Assert.Equal(low == 1_000, SqlClock.ContradictionIn(Remote.With(SqlWorkload.Primality, 3 * low, spread: 0)) is not null);
    }

    [Theory]
    [InlineData(1_000, true)]
    [InlineData(999, false)]
    public void A_figure_is_ten_times_the_control_from_ten_on(double low, bool isExpensive) => Assert.Equal(
        isExpensive,
        Bare.With(SqlWorkload.SetControl, 100, spread: 0)
            .ManyTimesTheControl(SqlWorkload.Primality, new(new Duration(1_100), new Duration(low), new Duration(1_200)), 10));

    [Fact]
    public void A_native_division_counts_on_SQL_Server_that_records_nothing()
    {
        var measured = Remote.With(SqlWorkload.PrimalityNative, 200);
        Assert.Equal(SqlReading.Slow, SqlControls.From(measured).Native);
        Assert.Equal(SqlReading.NoData, SqlControls.From(measured.Another()).Native);
        Assert.Equal(new SqlControls(SqlReading.NoData, SqlReading.NoData), SqlControls.From(measured.Profiled()));
    }

    [Theory]
    [InlineData(20e6, 0.98e6, SqlReading.Slow)]
    [InlineData(20e6, 1e6, SqlReading.Unclear)]
    [InlineData(3e6, 2e6, SqlReading.Normal)]
    public void Dear_commits_are_storage_where_rows_cost_less_than_a_millisecond(double commit, double row, SqlReading reading) =>
        Assert.Equal(reading, SqlStorage.From(Remote.Commits(commit, row, commit)).Reading);

    // What was seen on a real server that is no SQL Server, with its clock trapped or delayed and its processors starved.
    [Theory]
    [InlineData(2.0)]
    [InlineData(0.98)]
    public void A_trapped_clock_that_both_checks_measured_is_not_hidden_by_a_busy_processor(double control)
    {
        var verdict = SqlJudge.Judge(
            SlowerThanBefore(20, control).Another().Checked(ClockState.Slow, ClockCause.TscTrapped, starved: true));
        Assert.Equal((SqlState.Slow, SqlCause.Clock, Confidence.Measured), (verdict.State, verdict.Cause, verdict.Confidence!.Value));
        Assert.Equal(control > 1.5, verdict.Because.EndsWith("; the processor is short too: the controls, which read no clock, are slower than on 1970-01-01 00:00 UTC too", StringComparison.Ordinal));
    }

    [Fact]
    public void One_uneven_control_of_several_voids_nothing_that_it_does_not_explain()
    {
        var uneven = SlowerThanBefore(10, 1).With(SqlWorkload.PrimalityNative, 20);
        uneven = uneven with { Earlier = uneven.Earlier! with { Workloads = [.. uneven.Earlier.Workloads, RanIn(SqlWorkload.PrimalityNative, 20, 20, 20)] }, Workloads = [.. uneven.Workloads.Where(workload => workload.Name != SqlWorkload.PrimalityNative), RanIn(SqlWorkload.PrimalityNative, 20, 20, 60)] };
        Assert.Equal(SqlCause.Clock, SqlJudge.Judge(uneven).Cause);
        Assert.Equal(SqlCause.Unknown, SqlJudge.Judge(uneven.With(SqlWorkload.Primality, 449 * 5)).Cause); // three times explains that
    }

    private static SqlMeasurement Twice(CheckDocument first, CheckDocument second) => Remote.Local() with { Check = first, CheckAfter = second };

    /// <summary>A workload beside which a row of the control cost six times what it did alone.</summary>
    private static SqlMeasurement Dear(SqlWorkload name, double nanoseconds) =>
        (Remote with { Workloads = [.. Remote.Workloads, Ran(name, nanoseconds)] }).Beside(name, 580, 600, 620);

    private static SqlMeasurement Only(params SqlWorkloadFacts[] workloads) => Remote with { Workloads = workloads };

    private const string NothingToCompare = "nothing to compare with";

    private static SqlMeasurement SlowerThanBefore(double slower, double control) =>
        Remote.With(SqlWorkload.Primality, 449 * slower).With(SqlWorkload.SetControl, 100 * control)
            .Before(normal: true, Ran(SqlWorkload.Primality, 449), Ran(SqlWorkload.SetControl, 100));

    public static TheoryData<SqlServerFacts> Recording =>
    [
        Bare.Server with { ProfilingSessions = ["Slow queries (sp_statement_completed)"] },
        Bare.Server with { StatementTraces = ["2 (SP:StmtCompleted)"] },
        Bare.Server with { LiveQueryStatistics = true },
        Bare.Server with { QueryStoreCapture = "ALL" },
    ];

    [Theory]
    [MemberData(nameof(Recording))]
    public void What_records_statements_leaves_nothing_to_compare_with(SqlServerFacts server)
    {
        var verdict = SqlJudge.Judge(Remote.With(SqlWorkload.Primality, 3_000).Priced(1_900, 2_000, 2_100).Calls(790, 820, 860)
            .Before(normal: true, Ran(SqlWorkload.Primality, 449), Ran(SqlWorkload.SetControl, 100)) with
        { Server = server });
        Assert.Equal((SqlState.Unclear, SqlCause.Unknown), (verdict.State, verdict.Cause));
        Assert.Contains("records or profiles", verdict.Because, StringComparison.Ordinal);
        Assert.Equal(SqlState.Unclear, SqlJudge.Judge(Remote.Checked(ClockState.Healthy) with { Server = server with { Local = true } })
            .State);
    }
}
