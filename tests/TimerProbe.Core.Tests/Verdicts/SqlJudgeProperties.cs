using static TimerProbe.Core.Tests.Verdicts.SqlMeasurementBuilder;

namespace TimerProbe.Core.Tests.Verdicts;

/// <summary>What must hold of the verdict whatever was measured.</summary>
public sealed class SqlJudgeProperties
{
    private static readonly Gen<double> Cost = Gen.Elements(
        5.0, 40, 58, 61, 95, 119, 121, 140, 290, 310, 450, 590, 620, 1_100, 2_300, 1e6, 4e6, 6e6, 9e6, 12e6, 30e6);
    private static readonly Gen<double> Spread = Gen.Elements(0.0, 0.01, 0.05, 0.3);

    private static readonly Gen<SqlWorkloadFacts[]> Workloads =
        (from name in Gen.Elements(Enum.GetValues<SqlWorkload>())
         from cost in Cost
         from spread in Spread
         from control in Gen.Elements(0.0, 0, 50, 100, 200)
         from uneven in Gen.Elements(1.0, 1, 4)
         from write in Gen.Elements(0.0, 1e6, 12e6)
         select Ran(name, cost, spread) with
         {
             ControlNs = control == 0 ? null : [new Duration(control), new Duration(control), new Duration(control * uneven)],
             LogWriteNs = write == 0 || name != SqlWorkload.CommitLoop ? null : new Duration(write),
         }).ListOf(5).Select(all => all.DistinctBy(workload => workload.Name).ToArray());

    private static readonly Gen<SqlMeasurement> Checks =
        from state in Gen.Elements(Enum.GetValues<ClockState>())
        from after in Gen.Elements(Enum.GetValues<ClockState>())
        from starved in Gen.Elements(false, false, false, true)
        select Bare.Checked(state, starved: starved) with { CheckAfter = Check(after) };

    private static readonly Arbitrary<SqlMeasurement> Measurements =
        (from basis in Gen.OneOf(Gen.Constant(Bare), Gen.Constant(Bare.Local()), Checks)
         from workloads in Workloads
         from before in Workloads
         from hasBefore in Gen.Elements(true, false)
         from normal in Gen.Elements(true, false)
         from call in Cost
         from width in Spread
         from hasCall in Gen.Elements(true, false)
         from price in Cost
         from priced in Gen.Elements(true, false)
         from step in Gen.Elements(100.0, 1e6)
         from seen in Gen.Elements(true, false)
         from another in Gen.Elements(false, false, true)
         from profiled in Gen.Elements(false, false, true)
         let measured = basis with { Workloads = workloads }
         let compared = hasBefore ? measured.Before(normal, before) : measured
         let called = hasCall ? compared.Calls(call * (1 - width), call, call * (1 + width), step: step) : compared
         let costed = priced ? called.Priced(price * (1 - width), price, price * (1 + width)) : called
         let shown = seen ? costed : costed.Unseen()
         let engine = another ? shown.Another() : shown
         select profiled ? engine.Profiled() : engine).ToArbitrary();

    [Fact]
    public void Beside_slow_work_without_clocks_it_is_the_clock_only_by_a_check_or_beyond_every_control() => Holds((measured, verdict) =>
        verdict.Cause != SqlCause.Clock || SqlControls.From(measured).Work != SqlReading.Slow
            || SqlClock.From(measured) is { Checked: SqlReading.Slow } or { Beyond: true } or { LooksSlow: true });

    [Fact]
    public void A_cause_that_a_check_found_is_never_hidden() => Holds((measured, verdict) =>
        SqlClock.From(measured).Checked != SqlReading.Slow
            || verdict is { State: SqlState.Slow, Cause: SqlCause.Clock, Confidence: Confidence.Measured });

    [Fact]
    public void It_is_never_the_clock_when_a_check_found_this_machines_clock_fast() => Holds((measured, verdict) =>
        !SqlClock.From(measured).MeasuredFast || verdict.Cause != SqlCause.Clock);

    [Fact]
    public void Slower_than_before_is_never_called_unclear() => Holds((measured, verdict) =>
        SqlClock.From(measured).Slower != SqlReading.Slow || verdict.State == SqlState.Slow);

    [Fact]
    public void It_is_never_the_storage_beside_a_slow_control() => Holds((measured, verdict) =>
        verdict.Cause != SqlCause.Storage || SqlControls.AroundCommits(measured) != SqlReading.Slow);

    [Fact]
    public void Without_a_reference_it_is_unclear_or_storage() => Holds((measured, verdict) =>
        SqlClock.From(measured).Known || SqlControls.From(measured).Work != SqlReading.NoData
            || verdict is { State: SqlState.Unclear } or { Cause: SqlCause.Storage });

    [Fact]
    public void Only_slow_servers_have_a_cause_and_only_known_causes_a_confidence() => Holds((_, verdict) => verdict switch
    {
        { State: SqlState.Normal } => verdict is { Cause: SqlCause.None, Confidence: null },
        { State: SqlState.Unclear } => verdict is { Cause: SqlCause.Unknown, Confidence: null },
        _ => verdict.Cause != SqlCause.None && (verdict.Cause == SqlCause.Unknown) == (verdict.Confidence is null),
    });

    [Fact]
    public void Nothing_unclear_is_called_normal() => Holds((measured, verdict) =>
        verdict.State != SqlState.Normal || (SqlControls.From(measured).Work != SqlReading.Unclear
            && SqlStorage.From(measured).Reading is not (SqlReading.Slow or SqlReading.Unclear)));

    [Fact]
    public void Only_the_servers_own_work_says_cpu() => Holds((measured, verdict) =>
        verdict.Cause != SqlCause.Cpu || SqlControls.From(measured).Work == SqlReading.Slow);

    [Fact]
    public void A_cheaper_clock_call_never_makes_it_normal() => Holds((measured, verdict) =>
        verdict.State == SqlState.Normal || SqlJudge.Judge(measured.Calls(10, 20, 30)).State != SqlState.Normal
            || SqlClock.From(measured).SaysNormal);

    [Fact]
    public void Nothing_recorded_is_laid_to_the_clock_without_a_check() => Holds((measured, verdict) =>
        !measured.Recorded || verdict.Cause != SqlCause.Clock || SqlClock.From(measured).Checked == SqlReading.Slow);

    private static void Holds(Func<SqlMeasurement, SqlVerdict, bool> property) =>
        Prop.ForAll(Measurements, measured => property(measured, SqlJudge.Judge(measured)))
            .Check(Config.QuickThrowOnFailure.WithMaxTest(Cases.Of(2_000)));
}
