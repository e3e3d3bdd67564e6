using static TimerProbe.Core.Tests.Verdicts.SqlMeasurementBuilder;

namespace TimerProbe.Core.Tests.Advice;

public sealed class SqlRulesTests
{
    private static readonly SqlMeasurement Fast = Bare.Priced(140, 150, 160);

    private static readonly SqlMeasurement Slow = Bare.Interpreted().Calls(790, 820, 860);

    [Fact]
    public void Why_a_multimedia_timer_was_chosen_is_documented_and_cited()
    {
        var finding = Assert.Single(Findings(Fast with { Server = Fast.Server with { TimeSource = "MULTIMEDIA_TIMER" } }));

        Assert.Equal(("TP304", Confidence.Inferred), (finding.Rule, finding.Confidence));
        Assert.Contains(finding.References, source => source.Title.Contains("Timer Outputs in SQL Server 2008 R2", StringComparison.Ordinal));
    }

    [Fact]
    public void A_normal_server_has_no_findings() => Assert.Empty(Findings(Fast));

    [Fact]
    public void A_slow_clock_is_critical_and_shows_its_figures()
    {
        var finding = Assert.Single(Findings(Slow));
        Assert.Equal(("TP301", Severity.Critical, Confidence.Inferred, SubjectKind.SqlServer, "DB01"),
            (finding.Rule, finding.Severity, finding.Confidence, finding.Subject.Kind, finding.Subject.Name));
        Assert.Contains(new Evidence("Asking for the time in T-SQL", "820", "ns", "measured in the server"), finding.Evidence);
        Assert.Contains(finding.Remedies[0].Steps, step => step.Text == "timerprobe check");
    }

    [Fact]
    public void Slow_controls_are_about_the_processor_and_said_beside_a_clock()
    {
        Assert.Equal(["TP302"], Rules(Bare.With(SqlWorkload.PrimalityNative, 300)));
        Assert.Equal(["TP301", "TP302"], Rules(Slow.With(SqlWorkload.PrimalityNative, 300)));
    }

    [Fact]
    public void Dear_commits_are_told_beside_a_slow_clock() =>
        Assert.Equal(["TP301", "TP303"], Rules(Slow.Commits(12e6, write: 11e6)));

    [Fact]
    public void A_multimedia_timer_is_told_even_when_all_is_fast() =>
        Assert.Equal(["TP304"], Rules(Fast with { Server = Fast.Server with { TimeSource = "MULTIMEDIA_TIMER" } }));

    [Fact]
    public void Profiling_is_told_instead_of_a_missing_reference()
    {
        var finding = Assert.Single(Findings(Bare.Profiled()));
        Assert.Equal("TP305", finding.Rule);
        Assert.Equal("Slow queries", finding.Evidence[0].Value);
    }

    [Fact]
    public void Whatever_records_statements_is_named()
    {
        var server = Bare.Server with { StatementTraces = ["2 (SP:StmtCompleted)"], LiveQueryStatistics = true, QueryStoreCapture = "ALL" };
        var finding = Assert.Single(Findings(Slow.Priced(1_790, 1_820, 1_860) with { Server = server }));
        Assert.Equal("TP305", finding.Rule);
        Assert.Equal(["SQL traces", "Live query statistics", "Query Store"], finding.Evidence.Take(3).Select(evidence => evidence.What));
    }

    [Fact]
    public void A_statement_that_costs_as_much_as_with_a_slow_clock_is_expected_to_have_one()
    {
        var finding = Assert.Single(Findings(Bare.With(SqlWorkload.SetControl, 100).Priced(1_790, 1_820, 1_860)));
        Assert.Equal(("TP301", Confidence.Expected), (finding.Rule, finding.Confidence));
        Assert.Contains(new Evidence("One more T-SQL statement", "1820", "ns", "measured in the server"), finding.Evidence);
    }

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

    [Fact]
    public void An_inlined_function_and_too_few_runs_are_not_comparable() => Assert.All(
        [Ran(SqlWorkload.Primality, 449) with { Inlineable = true }, RanIn(SqlWorkload.Primality, 449)],
        workload => Assert.Equal(["TP307"], Rules(Fast with { Workloads = [workload] })));

    [Fact]
    public void An_earlier_run_without_runs_enough_is_not_comparable() =>
        Assert.Equal(["TP307"], Rules(Fast.Before(normal: true, RanIn(SqlWorkload.Primality, 449))));

    [Fact]
    public void Nothing_to_compare_with_advises_what_would_be_a_reference()
    {
        var finding = Assert.Single(Findings(Bare));
        Assert.Equal(("TP308", Severity.Info, 3), (finding.Rule, finding.Severity, finding.Remedies.Count));
        var tooFewPairs = Assert.Single(Findings(Bare.Priced(790, 820, 860, pairs: 2)));
        Assert.Equal(("TP308", 2), (tooFewPairs.Rule, tooFewPairs.Remedies.Count));
    }

    [Fact]
    public void A_compatible_server_is_named_as_such()
    {
        var findings = Findings(Fast with { Server = Fast.Server with { Engine = "Babelfish for PostgreSQL", Unavailable = [new Unavailable("tscHz", "the server reports no cpu_ticks or ms_ticks")] } });
        var finding = Assert.Single(findings, finding => finding.Rule == "TP309");
        Assert.Equal(["TP308", "TP309"], findings.Select(item => item.Rule));
        Assert.Contains(finding.Evidence, evidence => evidence.Value == "Babelfish for PostgreSQL");
    }

    [Fact]
    public void Figures_that_contradict_each_other_are_told() =>
        Assert.Equal(["TP310"], Rules(Bare.Checked(ClockState.Healthy).Priced(1_790, 1_820, 1_860)));

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

    private static IEnumerable<string> Rules(SqlMeasurement measured) => Findings(measured).Select(finding => finding.Rule);

    private static IReadOnlyList<Finding> Findings(SqlMeasurement measured) =>
        RuleCatalogue.Evaluate(new SqlFacts(measured, SqlJudge.Judge(measured)));
}
