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
        Impact = "The function's figure cannot be compared with earlier runs; the other figures stand.",
        LikelyCause = "The function can be inlined, ran less than three times, or ran with another number of sessions before.",
        Meaning = "The function ran, but not in a way in which its figure can be compared with an earlier one. The other figures stand.",
        Condition = """
            Any of these (*measured*):

            - the server could have put the function's body into the plan of its caller: then no statement was interpreted;
            - it ran less than three times, or the server told no time for it;
            - there is an earlier run, but by another number of sessions at once, or without figures enough.
            """,
        Severities = "Info.",
        References = [SqlSources.Inlining, SqlSources.Measuring],
    };

    /// <inheritdoc/>
    protected override IEnumerable<PlannedRemedy> Plan =>
        [SqlRemedies.RunAgain("Run again as before: the same sessions, three runs or more", "An earlier run is kept as it is: its figures do not change.")];

    /// <inheritdoc/>
    protected override Observation? Observe(SqlFacts facts) => WhyNot(facts.Measured) is not { } why ? null : new(
        Severity.Info, Confidence.Measured, EvidenceFactory.Of(EvidenceFactory.Text("Why not", why, "the runs"), SqlShown.Cost(facts, SqlWorkload.Primality), SqlShown.Earlier(facts)));

    private static string? WhyNot(SqlMeasurement measured) => measured.Workload(SqlWorkload.Primality) switch
    {
        null or { Skipped: not null } => null,
        { Inlineable: true } => "the function can be inlined",
        var now when now.PerIteration() is null => "less than three runs with a time",
        _ when measured.Earlier is null || measured.AgainstEarlier(SqlWorkload.Primality) is not null => null,
        _ => "the earlier run had another number of sessions at once, or too few runs",
    };
}
