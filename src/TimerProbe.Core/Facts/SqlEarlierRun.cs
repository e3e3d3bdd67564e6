namespace TimerProbe.Core.Facts;

/// <summary>An earlier run on the same server that this one is compared with.</summary>
/// <param name="DocumentId">Its document.</param>
/// <param name="StartedAt">When it was.</param>
/// <param name="Normal">Whether its own verdict was normal: only then does being as fast as it was mean being normal.</param>
/// <param name="Workloads">Its workloads.</param>
public sealed record SqlEarlierRun(Guid DocumentId, DateTimeOffset StartedAt, bool Normal, IReadOnlyList<SqlWorkloadFacts> Workloads)
{
    /// <summary>What a statement cost then; null when it was not measured.</summary>
    public SqlStatementCost? StatementCostNs { get; init; }
}
