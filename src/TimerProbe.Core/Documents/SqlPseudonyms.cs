using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Documents;

/// <summary>An instance under pseudonyms; names that every SQL Server has stay.</summary>
internal sealed class SqlPseudonyms
{
    private static readonly string[] SystemDatabases = ["tempdb", "master", "msdb", "model"];

    private readonly SentencePseudonyms _sentences;

    /// <param name="pseudonyms">What makes the pseudonyms.</param>
    /// <param name="server">The instance under its own name.</param>
    public SqlPseudonyms(Pseudonyms pseudonyms, SqlServerFacts server)
    {
        var parts = server.Name.Split('\\');
        var ownDatabase = server.Database is { } database && !SystemDatabases.Contains(database, StringComparer.OrdinalIgnoreCase);
        string[] names = [server.Name, .. parts, .. ownDatabase ? [server.Database!] : Array.Empty<string>(), .. server.ProfilingSessions ?? []];
        _sentences = new SentencePseudonyms(pseudonyms, [], names);
        Server = server with
        {
            Name = NameOf(pseudonyms, server.Name),
            Database = ownDatabase ? pseudonyms.Name("database", server.Database!) : server.Database,
            ProfilingSessions = server.ProfilingSessions is { } sessions ? [.. sessions.Select(session => pseudonyms.Name("session", session))] : null,
            MissingRights = [.. server.MissingRights.Select(missing => missing with { For = _sentences.Apply(missing.For) })],
            Unavailable = [.. server.Unavailable.Select(missing => missing with { Why = _sentences.Apply(missing.Why) })],
        };
    }

    /// <summary>The instance without names.</summary>
    public SqlServerFacts Server { get; }

    /// <summary>The pseudonym of an instance: that of its machine, then its own.</summary>
    public static string NameOf(Pseudonyms pseudonyms, string name) =>
        string.Join('\\', name.Split('\\').Select((part, index) => index == 0 ? pseudonyms.Guest(part) : pseudonyms.Name("instance", part)));

    /// <summary>The workload, without names in the reason why it did not run.</summary>
    public SqlWorkloadFacts Apply(SqlWorkloadFacts workload) => workload with { Skipped = workload.Skipped is { } why ? _sentences.Apply(why) : null };
}
