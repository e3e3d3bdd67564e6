namespace TimerProbe.Core.Verdicts;

/// <summary>What a verdict about a SQL Server rests on.</summary>
public sealed record SqlMeasurement
{
    /// <summary>The instance.</summary>
    public required SqlServerFacts Server { get; init; }

    /// <summary>The workloads.</summary>
    public required IReadOnlyList<SqlWorkloadFacts> Workloads { get; init; }

    /// <summary>What one more statement costs.</summary>
    public SqlStatementCost? StatementCost { get; init; }

    /// <summary>What asking for the time costs inside the server.</summary>
    public SqlClockCall? ClockCall { get; init; }

    /// <summary>This machine's clocks before the workloads, where the instance runs on it.</summary>
    public IGuestCheck? Check { get; init; }

    /// <summary>This machine's clocks after the workloads, where the instance runs on it.</summary>
    public IGuestCheck? CheckAfter { get; init; }

    /// <summary>The rules that had something to say in these checks.</summary>
    public IReadOnlyList<string> CheckFindings { get; init; } = [];

    /// <summary>The earlier run to compare with.</summary>
    public SqlEarlierRun? Earlier { get; init; }

    /// <summary>Whether something records or profiles every statement, so that figures from inside the server say nothing.</summary>
    public bool Recorded => SqlRecording.IsSeen(Server);

    /// <summary>Whether it is SQL Server itself, of which limits are expected to hold; others are only compared with themselves.</summary>
    public bool IsSqlServer => Server.Engine == SqlEngines.SqlServer;

    /// <summary>The checks of this machine; none when the instance runs elsewhere.</summary>
    public IEnumerable<IGuestCheck> Checks => Server.Local ? new[] { Check, CheckAfter }.OfType<IGuestCheck>() : [];

    /// <summary>A workload; null when it is not listed.</summary>
    public SqlWorkloadFacts? Workload(SqlWorkload name) => Workloads.FirstOrDefault(workload => workload.Name == name);

    /// <summary>The cost of one iteration of a workload; null without figures enough.</summary>
    public MedianInterval? Cost(SqlWorkload name) => Workload(name)?.PerIteration();

    /// <summary>The cost of one iteration of a workload that was run as it should be; null when it was folded into its caller.</summary>
    public MedianInterval? Comparable(SqlWorkload name) =>
        Workload(name) is { Inlineable: not true } workload ? workload.PerIteration() : null;

    /// <summary>A workload's cost over what it was in the earlier run; null when the two cannot be compared.</summary>
    public RatioInterval? AgainstEarlier(SqlWorkload name) => Comparable(name) is { } cost
        && EarlierWorkload(name) is { Inlineable: not true } before && before.PerIteration() is { } earlier
            ? cost.Over(earlier)
            : null;

    /// <summary>
    /// What a row of the set-based control cost in this run: in runs of its own, and in short ones beside those of a workload, which had
    /// the processor that it had.
    /// </summary>
    internal IEnumerable<MedianInterval> Rows(SqlWorkload beside) =>
        new[] { Cost(SqlWorkload.SetControl), Workload(beside)?.Control() }.OfType<MedianInterval>();

    /// <summary>Whether a workload's figure is at least so many times a row of this run's set-based control, with all intervals.</summary>
    internal bool ManyTimesTheControl(SqlWorkload workload, MedianInterval figure, double times) =>
        Rows(workload).ToList() is { Count: > 0 } rows && rows.TrueForAll(row => figure.Over(row).Low >= times);

    /// <summary>A row beside a workload over what one cost in the earlier run, beside it or by itself; null without both.</summary>
    internal RatioInterval? ControlAgainstEarlier(SqlWorkload beside) =>
        Workload(beside)?.Control() is { } now
        && EarlierWorkload(beside) is { } earlier
        && (earlier.Control() ?? EarlierWorkload(SqlWorkload.SetControl)?.PerIteration()) is { } before
            ? now.Over(before)
            : null;

    private SqlWorkloadFacts? EarlierWorkload(SqlWorkload name) => Earlier?.Workloads.FirstOrDefault(workload => workload.Name == name);
}

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
        server.ProfilingSessions is { Count: > 0 } || server.StatementTraces is { Count: > 0 }
            || server.LiveQueryStatistics == true || StoreCapturesAll(server);

    /// <summary>What may not be looked at may be there. Only Microsoft's servers have such sessions and traces.</summary>
    public static bool WouldBeSeen(SqlServerFacts server) =>
        SqlEngines.IsCompatibleOnly(server.Engine) || (server.ProfilingSessions is not null && server.StatementTraces is not null);

    /// <summary>Whether the Query Store records every query.</summary>
    public static bool StoreCapturesAll(SqlServerFacts server) =>
        string.Equals(server.QueryStoreCapture, CapturesAll, StringComparison.OrdinalIgnoreCase);
}
