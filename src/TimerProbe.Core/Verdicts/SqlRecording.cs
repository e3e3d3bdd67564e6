using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Verdicts;

/// <summary>
/// What makes the server record or profile every statement. Statements then cost more whatever the clock, so nothing that is measured
/// inside the server can be compared with a limit or an earlier run.
/// </summary>
public static class SqlRecording
{
    /// <summary>The Query Store's capture mode that records every query.</summary>
    public const string CapturesAll = "ALL";

    /// <summary>Whether something was seen that does.</summary>
    public static bool IsSeen(SqlServerFacts server) =>
        server.ProfilingSessions is { Count: > 0 }
            || server.StatementTraces is { Count: > 0 }
            || server.LiveQueryStatistics == true
            || StoreCapturesAll(server);

    /// <summary>
    /// Whether it could be seen if there was something: what may not be looked at may be there. Only Microsoft's servers have such
    /// sessions and traces.
    /// </summary>
    public static bool WouldBeSeen(SqlServerFacts server) =>
        SqlEngines.IsCompatibleOnly(server.Engine) || (server.ProfilingSessions is not null && server.StatementTraces is not null);

    /// <summary>Whether the Query Store records every query.</summary>
    public static bool StoreCapturesAll(SqlServerFacts server) =>
        string.Equals(server.QueryStoreCapture, CapturesAll, StringComparison.OrdinalIgnoreCase);
}
