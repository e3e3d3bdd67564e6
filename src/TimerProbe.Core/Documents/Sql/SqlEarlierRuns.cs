using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Core.Documents;

/// <summary>Chooses the earlier run that a run is compared with.</summary>
public static class SqlEarlierRuns
{
    /// <summary>
    /// The run of the same instance and major version, with nothing that recorded its statements, in which an
    /// iteration of the interpreted function was fastest; null when there is none.
    /// </summary>
    /// <param name="server">The instance now.</param>
    /// <param name="documents">Earlier documents, of any instance.</param>
    public static SqlEarlierRun? Fastest(SqlServerFacts server, IEnumerable<SqlDocument> documents) => documents
        .Where(document => IsSame(server, document.Server) && !SqlRecording.IsSeen(document.Server))
        .Select(document => (Document: document, document.Measurement().Cost(SqlWorkload.Primality)?.Median))
        .Where(run => run.Median is not null)
        .OrderBy(run => run.Median)
        .Select(run =>
            new SqlEarlierRun(
                run.Document.Id,
                run.Document.StartedAt,
                run.Document.Verdict.State == SqlState.Normal,
                run.Document.Workloads)
            { StatementCostNs = run.Document.StatementCostNs })
        .FirstOrDefault();

    private static bool IsSame(
        SqlServerFacts one, SqlServerFacts other) => string.Equals(one.Name, other.Name, StringComparison.OrdinalIgnoreCase)
        && one.Engine == other.Engine && Major(one) == Major(other);

    private static string? Major(SqlServerFacts server) => server.Version?.Split('.')[0];
}
