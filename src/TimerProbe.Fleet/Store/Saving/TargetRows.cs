using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Saving;

/// <summary>Counts how often in a row a vCenter did not answer.</summary>
internal static class TargetRows
{
    public static async Task<IReadOnlyList<TargetHealth>> UpdateAsync(
        StoreSession session, IEnumerable<(string Server, string? Problem)> targets, DateTimeOffset at)
    {
        var healths = new List<TargetHealth>();
        foreach (var (server, problem) in targets.DistinctBy(target => target.Server, StringComparer.Ordinal))
        {
            await session.ExecuteAsync(
                problem is null ? "target-answered" : "target-failed", ("server", server), ("at", at.ToUnixTimeMilliseconds()), ("problem", problem));
            healths.Add((await session.FirstAsync("target-by-server", Read, ("server", server)))!);
        }

        return healths;
    }

    public static TargetHealth Read(Row row) => new(row.Text(0), row.Int(1), row.Time(2), row.TimeOrNull(3), row.TextOrNull(4));
}
