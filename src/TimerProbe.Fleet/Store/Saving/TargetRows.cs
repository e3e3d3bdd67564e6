namespace TimerProbe.Fleet.Store;

/// <summary>Counts how often in a row a vCenter did not answer. What comes late or twice does not count: newer is known.</summary>
internal static class TargetRows
{
    public static async Task<IReadOnlyList<TargetHealth>> UpdateAsync(
        StoreSession session, IEnumerable<(string Server, bool Answered, string? Problem)> targets, RunTime time)
    {
        var healths = new List<TargetHealth>();
        foreach (var (server, answered, problem) in targets.DistinctBy(target => target.Server))
        {
            var before = await session.FirstAsync("target-by-server", Read, ("server", server));
            if (time.After(before?.LastTriedAt) is not { } at)
            {
                healths.Add(before! with { Before = before });
                continue;
            }

            await session.ExecuteAsync(
                answered ? "target-answered" : "target-failed",
                ("server", server),
                ("at", at.ToUnixTimeMilliseconds()),
                ("problem", problem));
            healths.Add((await session.FirstAsync("target-by-server", Read, ("server", server)))! with { Before = before });
        }

        return healths;
    }

    public static TargetHealth Read(Row row) => new(row.Text(0), row.Int(1), row.Time(2), row.TimeOrNull(3), row.TextOrNull(4));
}
