namespace TimerProbe.Fleet.Store;

/// <summary>How a vCenter has answered.</summary>
/// <param name="Failures">How many times in a row it did not; 0 when it did the last time.</param>
/// <param name="LastSuccessAt">When it last answered; null when it never did.</param>
/// <param name="Problem">What went wrong the last time, or could not be read; null when nothing did.</param>
public sealed record TargetHealth(string Server, int Failures, DateTimeOffset LastTriedAt, DateTimeOffset? LastSuccessAt, string? Problem)
{
    /// <summary>How it had answered before this run; null when it was never asked, and where it is of no run.</summary>
    public TargetHealth? Before { get; init; }

    public bool IsPartial => Failures == 0 && Problem is not null;

    /// <summary>Counts how often in a row a vCenter did not answer. What comes late or twice does not count: newer is known.</summary>
    internal static async Task<IReadOnlyList<TargetHealth>> UpdateAsync(
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

    internal static TargetHealth Read(Row row) => new(row.Text(0), row.Int(1), row.Time(2), row.TimeOrNull(3), row.TextOrNull(4));
}
