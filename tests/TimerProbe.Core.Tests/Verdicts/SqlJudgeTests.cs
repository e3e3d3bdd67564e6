using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;
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
    [InlineData(600, 640, SqlState.Slow, SqlCause.Clock)]
    [InlineData(599, 640, SqlState.Unclear, SqlCause.Unknown)] // the interval reaches below
    [InlineData(350, 420, SqlState.Unclear, SqlCause.Unknown)]
    [InlineData(250, 300, SqlState.Unclear, SqlCause.Unknown)]
    [InlineData(-20, 299, SqlState.Normal, SqlCause.None)]
    public void A_clock_call_is_judged_by_its_interval(double low, double high, SqlState state, SqlCause cause)
    {
        var verdict = SqlJudge.Judge(Remote.Calls(low, (low + high) / 2, high));
        Assert.Equal((state, cause), (verdict.State, verdict.Cause));
        Assert.Equal(cause == SqlCause.Clock ? Confidence.Inferred : null, verdict.Confidence);
    }

    [Fact]
    public void Few_pairs_of_loops_are_no_reference() =>
        Assert.Equal("nothing to compare with", SqlJudge.Judge(Remote.Calls(790, 820, 860, pairs: 5)).Because);

    [Fact]
    public void A_slow_clock_of_this_machine_is_the_cause_and_measured()
    {
        var verdict = SqlJudge.Judge(Remote.Checked(ClockState.Slow, ClockCause.TscTrapped));
        Assert.Equal((SqlState.Slow, SqlCause.Clock, Confidence.Measured), (verdict.State, verdict.Cause, verdict.Confidence));
        Assert.Contains("a precise-time read costs so much", verdict.Because, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(ClockState.Healthy)]
    [InlineData(ClockState.Check)]
    public void A_fast_clock_of_this_machine_is_normal(ClockState state) => Assert.Equal(SqlState.Normal, SqlJudge.Judge(Remote.Checked(state)).State);

    [Theory]
    [InlineData(ClockState.Suspicious)]
    [InlineData(ClockState.Unclear)]
    public void A_check_that_does_not_decide_leaves_it_unclear(ClockState state) => Assert.Equal(SqlState.Unclear, SqlJudge.Judge(Remote.Checked(state)).State);

    [Fact]
    public void Two_checks_that_disagree_leave_it_unclear() =>
        Assert.Equal(SqlState.Unclear, SqlJudge.Judge(Remote.Checked(ClockState.Healthy) with { CheckAfter = Check(ClockState.Slow) }).State);

    [Fact]
    public void A_check_of_another_machine_is_no_reference() =>
        Assert.Equal("nothing to compare with", SqlJudge.Judge(Remote with { Check = Check(ClockState.Slow) }).Because);

    [Fact]
    public void A_dear_call_where_the_clock_was_measured_fast_is_unclear()
    {
        var verdict = SqlJudge.Judge(Remote.Checked(ClockState.Healthy).Calls(790, 820, 860));
        Assert.Equal((SqlState.Unclear, SqlCause.Unknown), (verdict.State, verdict.Cause));
        Assert.Equal("asking for the time costs 820 ns inside the server, but this machine's clock was measured fast", verdict.Because);
    }

    [Theory]
    [InlineData(2.7, 1.0, SqlState.Slow, SqlCause.Clock)]
    [InlineData(2.55, 1.0, SqlState.Unclear, SqlCause.Unknown)] // the interval of the ratio reaches below 2.5
    [InlineData(2.0, 1.0, SqlState.Unclear, SqlCause.Unknown)]
    [InlineData(1.2, 1.0, SqlState.Normal, SqlCause.None)]
    [InlineData(2.7, 1.6, SqlState.Slow, SqlCause.Cpu)]
    [InlineData(2.7, 1.5, SqlState.Slow, SqlCause.Unknown)] // the control may have changed or not
    public void An_earlier_run_is_compared_with_the_controls_beside_it(double slower, double control, SqlState state, SqlCause cause)
    {
        var measured = Remote.With(SqlWorkload.Primality, 449 * slower).With(SqlWorkload.SetControl, 100 * control)
            .Before(normal: true, Ran(SqlWorkload.Primality, 449), Ran(SqlWorkload.SetControl, 100));
        var verdict = SqlJudge.Judge(measured);
        Assert.Equal((state, cause), (verdict.State, verdict.Cause));
    }

    [Fact]
    public void Slower_than_before_without_a_control_of_then_has_no_cause() =>
        Assert.Equal(SqlCause.Unknown, SqlJudge.Judge(Remote.With(SqlWorkload.Primality, 2_000).Before(normal: true, Ran(SqlWorkload.Primality, 449))).Cause);

    [Fact]
    public void As_fast_as_a_run_that_was_slow_itself_proves_nothing() =>
        Assert.Equal("nothing to compare with", SqlJudge.Judge(Remote.Before(normal: false, Ran(SqlWorkload.Primality, 449))).Because);

    [Fact]
    public void Runs_of_other_parallelism_or_inlined_functions_are_not_compared()
    {
        var slow = Remote.With(SqlWorkload.Primality, 2_000);
        Assert.All(
            [Ran(SqlWorkload.Primality, 449) with { Parallel = 4 }, Ran(SqlWorkload.Primality, 449) with { Inlineable = true }],
            before => Assert.Equal("nothing to compare with", SqlJudge.Judge(slow.Before(normal: true, before)).Because));
    }

    [Theory]
    [InlineData(20, SqlState.Normal)]
    [InlineData(90, SqlState.Unclear)]
    [InlineData(130, SqlState.Slow)]
    public void A_division_of_this_program_tells_whether_the_processor_serves(double nanoseconds, SqlState state)
    {
        var verdict = SqlJudge.Judge(Remote.Checked(ClockState.Healthy).With(SqlWorkload.PrimalityClient, nanoseconds));
        Assert.Equal(state, verdict.State);
        Assert.Equal(state == SqlState.Slow ? (SqlCause.Cpu, Confidence.Measured) : (verdict.Cause, null), (verdict.Cause, verdict.Confidence));
    }

    [Fact]
    public void A_division_of_this_program_says_nothing_of_another_machine() =>
        Assert.Equal("nothing to compare with", SqlJudge.Judge(Remote.With(SqlWorkload.PrimalityClient, 500)).Because);

    [Fact]
    public void A_native_division_tells_of_another_machine_by_inference()
    {
        var verdict = SqlJudge.Judge(Remote.With(SqlWorkload.PrimalityNative, 130));
        Assert.Equal((SqlCause.Cpu, Confidence.Inferred), (verdict.Cause, verdict.Confidence));
    }

    [Theory]
    [InlineData(ClockCause.TscTrapped, SqlCause.Clock)]
    [InlineData(ClockCause.PlatformTimer, SqlCause.Clock)]
    [InlineData(ClockCause.Unknown, SqlCause.Cpu)]
    public void A_cause_that_was_found_holds_on_a_machine_kept_busy_too(ClockCause found, SqlCause cause)
    {
        var verdict = SqlJudge.Judge(Remote.Checked(ClockState.Slow, found, starved: true));
        Assert.Equal((SqlState.Slow, cause, Confidence.Measured), (verdict.State, verdict.Cause, verdict.Confidence!.Value));
    }

    [Fact]
    public void A_starved_machine_is_short_of_cpu_even_when_its_clock_is_slow() =>
        Assert.Equal((SqlCause.Cpu, Confidence.Measured), SqlJudge.Judge(Remote.Checked(ClockState.Slow, ClockCause.CpuStarved, starved: true)) is var verdict ? (verdict.Cause, verdict.Confidence) : default);

    [Theory]
    [InlineData(12e6, 30e3, SqlState.Slow, SqlCause.Storage)]
    [InlineData(12e6, 2e6, SqlState.Unclear, SqlCause.Unknown)] // the rows are dear as well
    [InlineData(7e6, 30e3, SqlState.Unclear, SqlCause.Unknown)]
    [InlineData(1e6, 30e3, SqlState.Normal, SqlCause.None)]
    public void Dear_commits_of_cheap_rows_are_storage(double commit, double row, SqlState state, SqlCause cause)
    {
        var verdict = SqlJudge.Judge(Remote.Calls(100, 120, 140).With(SqlWorkload.CommitLoop, commit).With(SqlWorkload.CommitOneTransaction, row));
        Assert.Equal((state, cause), (verdict.State, verdict.Cause));
    }

    [Fact]
    public void A_slow_clock_comes_before_storage() => Assert.Equal(
        SqlCause.Clock,
        SqlJudge.Judge(Remote.Calls(790, 820, 860).With(SqlWorkload.CommitLoop, 12e6).With(SqlWorkload.CommitOneTransaction, 30e3)).Cause);

    [Fact]
    public void Profiled_figures_compare_with_nothing()
    {
        var verdict = SqlJudge.Judge(Remote.With(SqlWorkload.Primality, 2_000).Calls(790, 820, 860)
            .Before(normal: true, Ran(SqlWorkload.Primality, 449), Ran(SqlWorkload.SetControl, 100)).Profiled());
        Assert.Equal(SqlState.Unclear, verdict.State);
        Assert.Contains("profile", verdict.Because, StringComparison.Ordinal);
    }

    [Fact]
    public void A_check_of_this_machine_holds_under_profiling() => Assert.Equal(SqlCause.Clock, SqlJudge.Judge(Remote.Checked(ClockState.Slow).Profiled()).Cause);
}
