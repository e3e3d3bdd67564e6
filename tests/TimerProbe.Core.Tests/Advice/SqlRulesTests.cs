using static TimerProbe.Core.Tests.Verdicts.SqlMeasurementBuilder;

namespace TimerProbe.Core.Tests.Advice;

public sealed class SqlRulesTests
{
    private static readonly SqlMeasurement Fast = Bare.Priced(140, 150, 160);

    private static readonly SqlMeasurement Slow = Bare.Interpreted().Calls(790, 820, 860);

    [Theory]
    [InlineData("VIEW SERVER STATE", "GRANT VIEW SERVER PERFORMANCE STATE TO [LOGIN];")]
    [InlineData("CREATE FUNCTION", "GRANT CREATE FUNCTION, CREATE PROCEDURE, CREATE TABLE TO [USER];")]
    public void A_missing_right_is_named_with_the_statement_that_grants_it_and_no_other(string right, string grant)
    {
        var finding = Assert.Single(Findings(Fast with { Server = Fast.Server with { MissingRights = [new SqlMissingRight(right, "a thing")] } }));
        Assert.Equal(("TP306", Severity.Info, right), (finding.Rule, finding.Severity, Assert.Single(finding.Evidence).What));
        Assert.Contains(grant, Assert.Single(finding.Remedies).Steps[0].Text, StringComparison.Ordinal);
    }

    [Fact]
    public void What_the_check_found_is_carried_with_its_cause_its_figures_and_its_steps()
    {
        var slow = GuestFactsBuilder.WindowsOnVMware with { Verdict = new(ClockState.Slow, ClockCause.TscTrapped, Confidence.Measured, "a read traps") };
        var measured = Bare.Priced(1_790, 1_820, 1_860).Local() with
        {
            Check = Check(ClockState.Slow, ClockCause.TscTrapped) with { Machine = slow.Machine, Clocks = slow.Clocks },
        };
        var check = RuleCatalogue.Evaluate(slow).Single(found => found.Rule == "TP101");
        var finding = RuleCatalogue.Evaluate(new SqlFacts(measured, SqlJudge.Judge(measured)) { CheckFindings = [check] })
            .Single(found => found.Rule == "TP301");
        Assert.Equal(check.LikelyCause, finding.LikelyCause);
        Assert.Equal(check.Remedies.Select(remedy => remedy.Action).Append("Until then, rewrite hot code to execute fewer statements"),
            finding.Remedies.Select(remedy => remedy.Action));
        Assert.Equal(Enumerable.Range(1, finding.Remedies.Count), finding.Remedies.Select(remedy => remedy.Rank));
        Assert.Superset(check.References.ToHashSet(), finding.References.ToHashSet());
        Assert.Superset(check.Evidence.ToHashSet(), finding.Evidence.ToHashSet());
        Assert.Contains(new Evidence("Cause that the check found", $"TP101: {check.Title}", null, "timerprobe rules explain TP101"), finding.Evidence);
        Assert.Superset(new HashSet<string> { "CPU control", "One more T-SQL statement" }, finding.Evidence.Select(seen => seen.What).ToHashSet());
    }

    public static TheoryData<SqlMeasurement, string> Measurements => new()
    {
        { Fast, "" },
        { Slow, "TP301" },
        { Bare.With(SqlWorkload.SetControl, 100).Priced(1_790, 1_820, 1_860), "TP301" },
        { Bare.With(SqlWorkload.PrimalityNative, 300), "TP302" },
        { Slow.With(SqlWorkload.PrimalityNative, 300), "TP301 TP302" },
        { Slow.Commits(12e6, write: 11e6), "TP301 TP303" },
        { Fast with { Server = Fast.Server with { TimeSource = "MULTIMEDIA_TIMER" } }, "TP304" },
        { Bare.Profiled(), "TP305" },
        { Slow.Priced(1_790, 1_820, 1_860) with { Server = Bare.Server with { StatementTraces = ["2 (SP:StmtCompleted)"] } }, "TP305" },
        { Fast with { Workloads = [Ran(SqlWorkload.Primality, 449) with { Inlineable = true }] }, "TP307" },
        { Fast with { Workloads = [RanIn(SqlWorkload.Primality, 449)] }, "TP307" },
        { Fast.Before(normal: true, RanIn(SqlWorkload.Primality, 449)), "TP307" },
        { Bare, "TP308" },
        { Fast with { Server = Fast.Server with { Engine = "Babelfish for PostgreSQL" } }, "TP308 TP309" },
        { Bare.Checked(ClockState.Healthy).Priced(1_790, 1_820, 1_860), "TP310" },
    };

    [Theory]
    [MemberData(nameof(Measurements))]
    public void What_a_measurement_calls_for_is_found(SqlMeasurement measured, string rules) =>
        Assert.Equal(rules, string.Join(' ', Findings(measured).Select(finding => finding.Rule)));

    [Fact]
    public void Nothing_to_compare_with_advises_what_would_be_a_reference() => Assert.Equal(
        (3, 2), (Findings(Bare)[0].Remedies.Count, Findings(Bare.Priced(790, 820, 860, pairs: 2))[0].Remedies.Count));

    [Fact]
    public void Every_verdict_that_is_not_normal_has_a_finding() => Assert.All(
        [
            Bare, Bare.Profiled(), Bare.Priced(250, 400, 700), Bare.Unseen().Priced(1_790, 1_820, 1_860), Slow with { Server = Slow.Server with { QueryStoreCapture = "ALL" } }, Bare.Checked(ClockState.Slow), Bare.Checked(ClockState.Suspicious), Bare.Checked(ClockState.Slow, starved: true),
            Bare.With(SqlWorkload.Primality, 2_000).Before(normal: false, Ran(SqlWorkload.Primality, 449)),
            Bare.Local().With(SqlWorkload.PrimalityClient, 90),
            Fast.Commits(12e6), Fast.Commits(12e6, write: 11e6), Fast.Commits(7e6), Bare.Checked(ClockState.Healthy, starved: true),
        ],
        measured =>
        {
            Assert.NotEqual(SqlState.Normal, SqlJudge.Judge(measured).State);
            Assert.NotEmpty(Findings(measured));
        });

    private static IReadOnlyList<Finding> Findings(SqlMeasurement measured) =>
        RuleCatalogue.Evaluate(new SqlFacts(measured, SqlJudge.Judge(measured)));
}
