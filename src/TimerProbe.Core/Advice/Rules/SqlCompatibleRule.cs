using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

/// <summary>TP309: the server is not Microsoft's.</summary>
public sealed class SqlCompatibleRule : SqlRule
{
    /// <inheritdoc/>
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP309",
        Title = "The server only speaks SQL Server's protocol: some figures are not available",
        Impact = "Some figures are missing, and limits that hold for SQL Server may not hold here.",
        LikelyCause = "Another product answers in SQL Server's protocol.",
        Meaning = """
            Another product answers in SQL Server's protocol. Its views may hold zeros or nothing where SQL Server has figures; such are
            shown as not available. Its interpreter is its own, so what is known of SQL Server's statements and clocks need not hold.
            """,
        Condition = "The server names itself as another engine than SQL Server or Azure SQL (*measured*).",
        Severities = "Info.",
        References = [SqlSources.SysInfo],
    };

    /// <inheritdoc/>
    protected override IEnumerable<PlannedRemedy> Plan => [SqlRemedies.CheckTheMachine()];

    /// <inheritdoc/>
    protected override Observation? Observe(SqlFacts facts) => !SqlEngines.IsCompatibleOnly(facts.Server.Engine) ? null : new(
        Severity.Info,
        Confidence.Measured,
        EvidenceFactory.Of([
            EvidenceFactory.Text("Engine", facts.Server.Engine, "@@VERSION"),
            .. facts.Server.Unavailable.Select(missing => EvidenceFactory.Text($"Not available: {missing.What}", missing.Why, "the server")),
        ]));
}
