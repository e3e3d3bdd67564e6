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
        Title = "The server only speaks SQL Server's protocol: some figures are missing",
        Impact = "Some figures are missing, and limits that apply to SQL Server may not apply here.",
        LikelyCause = "Another product speaks SQL Server's protocol.",
        Meaning = """
            Another product speaks SQL Server's protocol. Its views may contain zeros or nothing where SQL Server has figures; these are
            shown as not available. It has its own interpreter, so what is known about SQL Server's statements and clocks may not apply.
            """,
        Condition = "The server identifies itself as an engine other than SQL Server or Azure SQL (*measured*).",
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
            .. facts.Server.Unavailable.Select(missing =>
                EvidenceFactory.Text($"Not available: {missing.What}", missing.Why, "the server")),
        ]));
}
