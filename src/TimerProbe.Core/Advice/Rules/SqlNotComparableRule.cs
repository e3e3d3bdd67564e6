using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Core.Advice.Rules;

/// <summary>TP307: the run cannot be compared.</summary>
public sealed class SqlNotComparableRule : SqlRule
{
    /// <inheritdoc/>
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP307",
        Title = "The interpreted function's figure cannot be compared",
        Impact = "The function's figure cannot be compared with earlier runs; the other figures are valid.",
        LikelyCause = "The function can be inlined, ran fewer than three times, or ran with a different number of sessions before.",
        Meaning =
            "The function ran, but not in a way that allows its figure to be compared with an earlier one. The other figures are valid.",
        Condition = """
            Any of these (*measured*):

            - the server may have inlined the function's body into its caller's plan: then no statement was interpreted;
            - it ran fewer than three times, or the server reported no time for it;
            - there is an earlier run, but with a different number of concurrent sessions, or without enough figures.
            """,
        Severities = "Info.",
        References = [SqlSources.Inlining, SqlSources.Measuring],
    };

    /// <inheritdoc/>
    protected override IEnumerable<PlannedRemedy> Plan =>
        [SqlRemedies.RunAgain(
            "Run again as before: the same number of sessions, three runs or more",
            "An earlier run is kept as is: its figures do not change.")];

    /// <inheritdoc/>
    protected override Observation? Observe(SqlFacts facts) => WhyNot(facts.Measured) is not { } why ? null : new(
        Severity.Info,
        Confidence.Measured,
        EvidenceFactory.Of(
            EvidenceFactory.Text("Why not", why, "the runs"), SqlEvidence.Cost(facts, SqlWorkload.Primality), SqlEvidence.Earlier(facts)));

    private static string? WhyNot(SqlMeasurement measured) => measured.Workload(SqlWorkload.Primality) switch
    {
        null or { Skipped: not null } => null,
        { Inlineable: true } => "the function can be inlined",
        var now when now.PerIteration() is null => "fewer than three runs with a time",
        _ when measured.Earlier is null || measured.AgainstEarlier(SqlWorkload.Primality) is not null => null,
        _ => "the earlier run had a different number of concurrent sessions, or too few runs",
    };
}
