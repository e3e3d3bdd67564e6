using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

/// <summary>TP306: the login may not see all.</summary>
public sealed class SqlRightsRule : SqlRule
{
    /// <inheritdoc/>
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP306",
        Title = "The login lacks permissions that would help",
        Impact = "Part of the evidence is missing; the workloads themselves need no such permission.",
        LikelyCause = "The login lacks a permission to view the server's state.",
        Meaning = """
            Some facts about the server could not be read because a permission is missing. The workloads need none of them; what is
            missing is the time source, the TSC's rate, the instance's start time or running profiling sessions, and so part of the
            evidence.
            """,
        Condition =
            "The server refused a query with a permission error (*measured*). The evidence names each permission and what it is for.",
        Severities = "Info.",
        References = [SqlSources.ServerState, SqlSources.SysInfo],
    };

    /// <inheritdoc/>
    protected override IEnumerable<PlannedRemedy> Plan =>
    [
        new(
            Setting.Anywhere,
            "Let the login see the server's state",
            [
                new(Tools.TSql, """
                    USE master;
                    -- SQL Server 2022 and later:
                    GRANT VIEW SERVER PERFORMANCE STATE TO [LOGIN];
                    -- earlier versions:
                    -- GRANT VIEW SERVER STATE TO [LOGIN];
                    """),
            ],
            [
                "The permission only allows viewing; it cannot change anything. Anyone with CONTROL SERVER can grant it.",
                "On Azure SQL Database, the permission is VIEW DATABASE STATE, in the database itself; the small service objectives require the "
                    + "server role ##MS_ServerStateReader## instead.",
            ])
        { Verify = SqlRemedies.Verify },
    ];

    /// <inheritdoc/>
    protected override Observation? Observe(SqlFacts facts) => facts.Server.MissingRights.Count == 0 ? null : new(
        Severity.Info,
        Confidence.Measured,
        EvidenceFactory.Of(
            facts.Server.MissingRights.Select(missing => EvidenceFactory.Text(missing.Right, missing.For, "refused by the server"))));
}
