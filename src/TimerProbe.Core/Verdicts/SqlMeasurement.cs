namespace TimerProbe.Core.Verdicts;

/// <summary>What a verdict about a SQL Server rests on.</summary>
public sealed record SqlMeasurement
{
    public required SqlServerFacts Server { get; init; }

    public required IReadOnlyList<SqlWorkloadFacts> Workloads { get; init; }

    public SqlStatementCost? StatementCost { get; init; }

    public SqlClockCall? ClockCall { get; init; }

    public IGuestCheck? Check { get; init; }

    public IGuestCheck? CheckAfter { get; init; }

    public SqlEarlierRun? Earlier { get; init; }

    public bool Recorded => Server.RecordsStatements();

    public bool IsSqlServer => Server.Engine == SqlServerFacts.SqlServer;

    public IEnumerable<IGuestCheck> Checks => Server.Local ? new[] { Check, CheckAfter }.OfType<IGuestCheck>() : [];

    /// <summary>A workload; null when it is not listed.</summary>
    public SqlWorkloadFacts? Workload(SqlWorkload name) => Workloads.FirstOrDefault(workload => workload.Name == name);

    /// <summary>The cost of one iteration of a workload; null without figures enough.</summary>
    public MedianInterval? Cost(SqlWorkload name) => Workload(name)?.PerIteration();

    /// <summary>The cost of an iteration of a workload run as it should be; null when it was folded into its caller.</summary>
    public MedianInterval? Comparable(SqlWorkload name) =>
        Workload(name) is { Inlineable: not true } workload ? workload.PerIteration() : null;

    /// <summary>A workload's cost over what it was in the earlier run; null when the two cannot be compared.</summary>
    public RatioInterval? AgainstEarlier(SqlWorkload name) => Comparable(name) is { } cost
        && EarlierWorkload(name) is { Inlineable: not true } before && before.PerIteration() is { } earlier
            ? cost.Over(earlier)
            : null;

    internal IEnumerable<MedianInterval> Rows(SqlWorkload beside) =>
        new[] { Cost(SqlWorkload.SetControl), Workload(beside)?.Control() }.OfType<MedianInterval>();

    /// <summary>Whether the figure is at least so many times a row of this run's set-based control, with all intervals.</summary>
    internal bool ManyTimesTheControl(SqlWorkload workload, MedianInterval figure, double times) =>
        Rows(workload).ToList() is { Count: > 0 } rows && rows.TrueForAll(row => figure.Over(row).Low >= times);

    /// <summary>A row beside a workload over what one cost in the earlier run, beside it or by itself; null without both.</summary>
    internal RatioInterval? ControlAgainstEarlier(SqlWorkload beside) =>
        Workload(beside)?.Control() is { } now
        && EarlierWorkload(beside) is { } earlier
        && (earlier.Control() ?? EarlierWorkload(SqlWorkload.SetControl)?.PerIteration()) is { } before
            ? now.Over(before)
            : null;

    /// <summary>What a statement costs: a slow clock is read for each, so it shows there and not in the controls.</summary>
    public static MedianInterval? GetPrice(SqlStatementCost? cost) =>
        cost is not null && cost.Pairs >= LoopPair.MinPairs && cost.Low.Nanoseconds > 0 && Repeats(cost)
            ? new MedianInterval(cost.Median, cost.Low, cost.High)
            : null;

    public RatioInterval? PriceAgainstEarlier() =>
        IsSqlServer && GetPrice(StatementCost) is { } now && GetPrice(Earlier?.StatementCostNs) is { } before ? now.Over(before) : null;

    public bool HasChangingPrice => StatementCost is { } cost && cost.Pairs >= LoopPair.MinPairs && GetPrice(cost) is null
        && (cost.Low.Nanoseconds > 0 || cost.High >= SqlLimits.StatementSlow);

    private static bool Repeats(SqlStatementCost cost) => cost.FirstHalf.Nanoseconds > 0 && cost.SecondHalf.Nanoseconds > 0
        && Math.Max(cost.FirstHalf / cost.SecondHalf, cost.SecondHalf / cost.FirstHalf) < SqlLimits.UnchangedFactor;

    private SqlWorkloadFacts? EarlierWorkload(SqlWorkload name) => Earlier?.Workloads.FirstOrDefault(workload => workload.Name == name);
}
