using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Documents;

/// <summary>An instance and its workloads under pseudonyms; names that every SQL Server has stay.</summary>
internal sealed class SqlPseudonyms(Pseudonyms pseudonyms)
{
    private static readonly string[] SystemDatabases = ["tempdb", "master", "msdb", "model"];

    private readonly ProblemPseudonyms _problems = new(pseudonyms);

    /// <summary>The instance without names.</summary>
    public SqlServerFacts Apply(SqlServerFacts server) => server with
    {
        Name = NameOf(server.Name),
        Database = server.Database is { } database && !SystemDatabases.Contains(database, StringComparer.OrdinalIgnoreCase)
            ? pseudonyms.Name("database", database)
            : server.Database,
        ProfilingSessions = server.ProfilingSessions is { } sessions
            ? [.. sessions.Select(session => pseudonyms.Name("session", session))]
            : null,
        Unavailable = [.. server.Unavailable.Select(Apply)],
    };

    /// <summary>The pseudonym of an instance: that of its machine, then its own.</summary>
    public string NameOf(string name) =>
        string.Join(
            '\\', name.Split('\\').Select((part, index) => index == 0 ? pseudonyms.Guest(part) : pseudonyms.Name("instance", part)));

    /// <summary>The workload, without names in the reason why it did not run.</summary>
    public SqlWorkloadFacts Apply(SqlWorkloadFacts workload) => workload.Skipped is null ? workload : workload with
    {
        Skipped = _problems.Text(workload.SkippedDetails),
        SkippedDetails = workload.SkippedDetails is { } why ? _problems.Apply(why) : null,
    };

    // A server's words were in such a sentence before it was data too.
    private Unavailable Apply(Unavailable missing) =>
        missing.WhyDetails is null ? missing with { Why = _problems.Text(problem: null) } : _problems.Apply(missing);
}
