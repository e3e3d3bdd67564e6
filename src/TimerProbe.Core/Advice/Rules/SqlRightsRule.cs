namespace TimerProbe.Core.Advice;

/// <summary>TP306: the login may not see all.</summary>
internal sealed class SqlRightsRule() : SqlRule("TP306")
{
    protected override IEnumerable<PlannedRemedy> Plan =>
    [
        new(
            Setting.Anywhere,
            "Let the login's user make what the workloads need",
            [
                new(Tools.TSql, """
                    USE [DATABASE];
                    GRANT CREATE FUNCTION, CREATE PROCEDURE, CREATE TABLE TO [USER];
                    GRANT ALTER, EXECUTE, SELECT, INSERT, DELETE ON SCHEMA::dbo TO [USER];
                    """),
            ],
            ["The workloads drop all that they make. A database of its own keeps them apart from other objects: pass it as `--database`."])
        { Verify = SqlRemedies.Verify, Suits = facts => Lacks(facts, "CREATE ") },
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
        { Verify = SqlRemedies.Verify, Suits = facts => Lacks(facts, "VIEW ") },
    ];

    protected override Observation? Observe(SqlFacts facts) => facts.Server.MissingRights.Count == 0 ? null : new(
        Severity.Info,
        Confidence.Measured,
        EvidenceFactory.Of(
            facts.Server.MissingRights.Select(missing => EvidenceFactory.Text(missing.Right, missing.For, "refused by the server"))));

    private static bool Lacks(SqlFacts facts, string kind) =>
        facts.Server.MissingRights.Any(missing => missing.Right.StartsWith(kind, StringComparison.Ordinal));
}
