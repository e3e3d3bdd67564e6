using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.SqlServer;
using TimerProbe.SqlServer.Workloads;

namespace TimerProbe.Application.SqlRunning;

internal static class WorkloadNames
{
    public static string Of(SqlWorkload workload) => workload.ToDocumentName();

    /// <summary>What the server runs; null for what this program runs itself.</summary>
    public static Workload? OnServer(SqlWorkload workload) => workload switch
    {
        SqlWorkload.Primality => Workload.Primality,
        SqlWorkload.PrimalityNative => Workload.PrimalityNative,
        SqlWorkload.SetControl => Workload.SetControl,
        SqlWorkload.StatementCost => Workload.StatementCost,
        SqlWorkload.ClockCalls => Workload.ClockCalls,
        SqlWorkload.CommitLoop => Workload.CommitLoop,
        SqlWorkload.CommitOneTransaction => Workload.CommitOneTransaction,
        _ => null,
    };

    /// <summary>Whether each run goes with one of a twin, so that there must be pairs enough.</summary>
    public static bool HasTwin(SqlWorkload workload) => workload is SqlWorkload.StatementCost or SqlWorkload.ClockCalls;

    /// <summary>Whether the failure is one workload's, so that the others can still run.</summary>
    public static bool IsOwnFailure(SqlServerErrorKind kind) =>
        kind is SqlServerErrorKind.NoPermission or SqlServerErrorKind.Timeout or SqlServerErrorKind.Deadlock or SqlServerErrorKind.Refused;

    /// <summary>Whether the failure leaves no server to go on with.</summary>
    public static bool IsLost(SqlServerErrorKind kind) =>
        kind is SqlServerErrorKind.ConnectionLost
            or SqlServerErrorKind.Unreachable
            or SqlServerErrorKind.UnknownHost
            or SqlServerErrorKind.LoginRefused;
}
